import dev.smelt.it.Steps

def model = new File(basedir, 'src/main/smelt/models/revenue.sql')
model.setText(context.original.replace('SUM(amount) AS total', 'CAST(SUM(amount) AS VARCHAR) AS total'), 'UTF-8')
new File(basedir, 'src/main/smelt/tests/revenue.sql').delete()
Steps.of(context).note('models/revenue.sql has CAST(SUM(amount) AS VARCHAR) AS total')
return true
