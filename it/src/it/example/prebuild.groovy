import dev.smelt.it.Narration
import dev.smelt.it.Steps

def narration = story == 'true' ? Optional.of(Narration.onConsole()) : Optional.empty()
Steps.begin(basedir, context, [EVENTS: events], narration)
return true
