import dev.smelt.it.Narration
import dev.smelt.it.Steps

def narration = story == 'true' ? Optional.of(Narration.onConsole()) : Optional.empty()
Steps.begin(basedir, context, ['smelt.it.events': events], narration)
return true
