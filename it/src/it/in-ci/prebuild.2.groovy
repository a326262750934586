def model = new File(basedir, 'src/main/smelt/models/one.sql')
model.setText(model.getText('UTF-8').replace('materialization', 'materialisation'), 'UTF-8')
return true
