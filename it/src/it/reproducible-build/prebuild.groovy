import dev.smelt.it.Steps
import java.nio.file.Files

Steps.begin(basedir, context)

def from = new File(root).canonicalFile.toPath()
def to = new File(basedir, 'copy').toPath()
new File(basedir, 'copy').deleteDir()

['pom.xml', '.mvn', 'bench/pom.xml', 'it/pom.xml'].plus(
        ['smelt-engine', 'smelt-maven-plugin'].collectMany { ["$it/pom.xml", "$it/src/main"] }).each { part ->
    Files.walk(from.resolve(part as String)).withCloseable { files ->
        files.filter { Files.isRegularFile(it) }.each { file ->
            def copied = to.resolve(from.relativize(file))
            Files.createDirectories(copied.parent)
            Files.copy(file, copied)
        }
    }
}
return true
