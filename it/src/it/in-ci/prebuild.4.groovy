import dev.smelt.it.Steps

def model = new File(basedir, 'src/main/smelt/models/revenue.sql')
model.setText(context.original.replace('AS total', 'AS total, MAX(amount) AS largest'), 'UTF-8')
Steps.of(context).note('models/revenue.sql has MAX(amount) AS largest too')
return true
