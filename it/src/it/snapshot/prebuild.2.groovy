import dev.smelt.it.Steps

def model = new File(basedir, 'src/main/smelt/models/numbers.sql')
model.text = model.text.replace('CAST(txt AS INTEGER) AS v', 'CAST(txt AS INTEGER) * 2 AS v, txt AS written')
Steps.of(context).note('v is twice what it was, and the column written is new')
return true
