import dev.smelt.it.Steps

def example = new File(root, 'it/src/it/example/src/main/smelt')
example.eachFileRecurse { file ->
    if (file.isFile()) {
        def copy = new File(basedir, 'src/main/smelt/' + example.toPath().relativize(file.toPath()))
        copy.parentFile.mkdirs()
        copy.bytes = file.bytes
    }
}
Steps.begin(basedir, context, ['smelt.it.events': events], story == 'true')
return true
