def planted = new File(basedir, 'planted')
planted.eachFileRecurse { file ->
    if (file.isFile()) {
        def copy = new File(basedir, 'src/main/smelt/' + planted.toPath().relativize(file.toPath()))
        copy.parentFile.mkdirs()
        copy.bytes = file.bytes
    }
}
return true
