def model = new File(basedir, 'orders/src/main/smelt/models/revenue.sql')
model.setText(model.getText('UTF-8').replace('SUM(amount)', 'SUM(amuont)'), 'UTF-8')
return true
