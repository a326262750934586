import dev.smelt.it.Steps

def page = new File(root, 'it/src/it/page/src/main/smelt')
page.eachFileRecurse { file ->
    if (file.isFile()) {
        def copy = new File(basedir, 'src/main/smelt/' + page.toPath().relativize(file.toPath()))
        copy.parentFile.mkdirs()
        copy.bytes = file.bytes
    }
}
Steps.begin(basedir, context)
return true
