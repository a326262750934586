import dev.smelt.it.Steps

def model = new File(basedir, 'src/main/smelt/models/revenue.sql')
context.original = model.getText('UTF-8')
model.setText(context.original.replace('materialization', 'materialisation'), 'UTF-8')
Steps.of(context).note('models/revenue.sql has materialisation: table')
return true
