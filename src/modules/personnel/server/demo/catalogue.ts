type Level = { code: string; name: string }
type Kind = {
  code: string
  name: string
  levels: Level[]
  issuer?: 'state'
  renewHours?: number
  numberRule?: string
  requirement?: string
}
type Group = { code: string; name: string; kinds: Kind[] }

const operators: Level[] = [
  { code: '1', name: 'Ⅰ级' },
  { code: '2', name: 'Ⅱ级' },
]
const analysts: Level[] = [
  { code: '1', name: 'Ⅰ级（工业锅炉）' },
  { code: '2', name: 'Ⅱ级（电站锅炉）' },
  { code: '3', name: 'Ⅲ级（技术负责）' },
]
const grades: Level[] = [
  { code: '1', name: '初级' },
  { code: '2', name: '中级' },
  { code: '3', name: '高级' },
]
const assessors: Level[] = [
  { code: '1', name: '评审员' },
  { code: '2', name: '评审组长' },
]

/** The demo association's catalogue of personnel certificates. The State's own are listed for reference only. */
export const personnelCatalogue: Group[] = [
  {
    code: 'HQ',
    name: '化学清洗人员',
    kinds: [
      {
        code: 'HQ1',
        name: '清洗项目负责人',
        levels: [],
        requirement: '大专以上学历，从事化学清洗 3 年以上，培训不少于 24 学时，考试合格',
      },
      { code: 'HQ2', name: '清洗操作人员', levels: operators },
      { code: 'HQ3', name: '清洗化验人员', levels: [] },
      { code: 'HQ4', name: '清洗安全员', levels: [] },
    ],
  },
  {
    code: 'SJ',
    name: '水质检验检测人员',
    kinds: [
      {
        code: 'SJ1',
        name: '锅炉水（介）质检测员',
        levels: analysts,
        requirement: '中专以上学历，从事水质检测 1 年以上，培训不少于 32 学时，理论与实操考试合格',
      },
      { code: 'SJ2', name: '有机热载体检测员', levels: analysts },
    ],
  },
  {
    code: 'SC',
    name: '水处理技术人员',
    kinds: [
      { code: 'SC1', name: '锅炉水处理技术员', levels: grades },
      { code: 'SC2', name: '锅炉水处理工程师', levels: grades },
      { code: 'SC3', name: '化学监督管理人员', levels: grades },
    ],
  },
  {
    code: 'NX',
    name: '能效测试人员',
    kinds: [
      { code: 'NX1', name: '能效测试员', levels: [] },
      { code: 'NX2', name: '能效测试技术负责人', levels: [] },
    ],
  },
  {
    code: 'GL',
    name: '安全管理人员',
    kinds: [
      { code: 'GL1', name: '锅炉安全总监', levels: [] },
      { code: 'GL2', name: '锅炉安全员', levels: [] },
      { code: 'GL3', name: '锅炉节能管理人员', levels: [] },
    ],
  },
  {
    code: 'WB',
    name: '维保服务人员',
    kinds: [
      { code: 'WB1', name: '锅炉维保技师', levels: grades },
      { code: 'WB2', name: '燃烧器调试人员', levels: grades },
    ],
  },
  {
    code: 'PS',
    name: '评审与内审人员',
    kinds: [
      { code: 'PS1', name: '能力评价评审员', levels: assessors },
      { code: 'PS2', name: '质量体系内审员', levels: [] },
    ],
  },
  {
    code: 'TZ',
    name: '国家证（参考）',
    kinds: [
      { code: 'TZ1', name: 'G1 工业锅炉司炉', levels: [], issuer: 'state', renewHours: 0, numberRule: '' },
      { code: 'TZ2', name: 'G2 电站锅炉司炉', levels: [], issuer: 'state', renewHours: 0, numberRule: '' },
      { code: 'TZ3', name: 'G3 锅炉水处理', levels: [], issuer: 'state', renewHours: 0, numberRule: '' },
    ],
  },
]
