import dev.smelt.it.Steps
import java.security.MessageDigest

import static org.assertj.core.api.Assertions.assertThat

def steps = Steps.of(context)
assertThat(steps.finish().output()).contains('BUILD SUCCESS')

// What is deployed: the jars and their bills of materials, which are not made offline.
def boms = Boolean.parseBoolean(offline) ? [] : ['bom.json', 'bom.xml']
def artifacts = ['smelt-engine', 'smelt-maven-plugin'].collectMany { module ->
    ["$module-${version}.jar", *boms].collect { "$module/target/$it".toString() }
}
def sha256 = { File file -> MessageDigest.getInstance('SHA-256').digest(file.bytes).encodeHex().toString() }
artifacts.each { artifact ->
    def built = sha256(new File(root, artifact))
    steps.narration().say("$built  $artifact")
    assertThat(sha256(new File(basedir, "copy/$artifact")))
            .as('%s, built twice from the same sources; where only this build was not from clean, run it with clean', artifact)
            .isEqualTo(built)
}
return true
