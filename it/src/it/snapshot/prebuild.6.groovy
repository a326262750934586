import dev.smelt.it.Steps

def model = new File(basedir, 'src/main/smelt/models/numbers.sql')
model.text = model.text.replaceFirst('SELECT d, .* FROM', 'SELECT d, COALESCE(CAST(txt AS INTEGER), 0) AS n FROM')
Steps.of(context).note('the model yields d and n, which is never NULL')
return true
