import dev.smelt.it.Steps

def model = new File(basedir, 'src/main/smelt/models/numbers.sql')
model.text = model.text.replace('AS INTEGER', 'AS SMALLINT')
Steps.of(context).note('n is a SMALLINT now')
return true
