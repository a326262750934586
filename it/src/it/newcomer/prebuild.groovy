import dev.smelt.it.Steps

// What an earlier run of this test wrote would be in the way.
new File(basedir, 'src').deleteDir()
Steps.begin(basedir, context)
return true
