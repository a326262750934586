import dev.smelt.it.Steps

Steps.begin(basedir, context)
return true
