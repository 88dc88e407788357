import { prepareData } from './data.ts'
import { print } from './table.ts'
import { measureTraining } from './training.ts'

const dataDir = await prepareData({ articles: 1000, certificates: 10_000 })
const rows = await measureTraining(dataDir, process.argv.includes('--quick') ? 5 : 15)
process.exitCode = print('导入学员、签发证书，其间别人等多久', rows) ? 0 : 1
