def model = new File(basedir, 'src/main/smelt/models/doubled.sql')
model.setText(model.getText('UTF-8').replace('2 * v', '2 * w'), 'UTF-8')
return true
