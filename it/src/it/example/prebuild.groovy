import dev.smelt.it.Steps

Steps.begin(basedir, context, ['smelt.it.events': events], story == 'true')
return true
