import type { AwardRules, EntryForm } from '#modules/awards/calls/rules.ts'

type Kind = { code: string; name: string; form: EntryForm; intro: string; numberCode: string; rules: AwardRules }

const groups = ['锅炉设计制造', '水处理', '化学清洗', '检验检测', '节能环保', '安全运行', '标准与软科学'].map(
  (name, i) => ({ code: `0${i + 1}`, name }),
)
const criterion = (code: string, name: string, max: number, hint: string) => ({ code, name, max, hint })
const material = (code: string, name: string, hint = '', required = false, max = 5) => ({
  code,
  name,
  required,
  hint,
  max,
})
const level = (code: string, name: string, mostPersons: number | null, mostOrganisations: number | null) => ({
  code,
  name,
  mostPersons,
  mostOrganisations,
})
const stampedForm = material('stampedForm', '盖章申报书', '打印、签字、盖章后的扫描件，二维码须清晰', true, 3)
const notice = material('preNotice', '提名前公示证明', '提名单位公示不少于 5 个工作日的证明')

const science: Kind = {
  code: 'science',
  name: '锅炉科学技术奖',
  form: 'project',
  numberCode: 'KJ',
  intro: '奖励在锅炉与锅炉水处理领域科技进步、技术发明和国际合作中作出突出贡献的单位和个人，每年评审一次。',
  rules: {
    subTypes: [
      { code: 'progress', name: '科技进步奖' },
      { code: 'invention', name: '技术发明奖' },
      { code: 'youth', name: '青年科技奖' },
      { code: 'cooperation', name: '国际合作奖' },
    ],
    groups,
    levels: [
      level('special', '特等奖', 15, 10),
      level('first', '一等奖', 9, 7),
      level('second', '二等奖', 7, 5),
      level('third', '三等奖', 5, 3),
    ],
    criteria: [
      criterion('innovation', '创新性', 30, '原创程度，与国内外同类技术的比较'),
      criterion('difficulty', '技术难度与水平', 25, '复杂程度、主要技术指标'),
      criterion('use', '应用推广程度', 25, '应用规模、时间与用户评价'),
      criterion('benefit', '经济与社会效益', 20, '节能、环保、安全与经济效益'),
    ],
    materials: [
      stampedForm,
      material('proof', '应用证明', '由应用单位出具并盖章', true, 10),
      material('appraisal', '评价证明或鉴定证书'),
      material('novelty', '科技查新报告'),
      material('patents', '知识产权证明', '', false, 20),
      material('tests', '检测报告', '', false, 10),
      material('finance', '经济效益证明'),
      material('signatures', '完成人签名页'),
      notice,
    ],
  },
}

const paper: Kind = {
  code: 'paper',
  name: '优秀论文',
  form: 'paper',
  numberCode: 'LW',
  intro: '面向会员单位征集锅炉与水处理领域的论文，入选论文在技术交流会上宣读。',
  rules: {
    subTypes: [],
    groups,
    levels: [level('first', '一等奖', 6, 4), level('second', '二等奖', 6, 4), level('third', '三等奖', 6, 4)],
    criteria: [
      criterion('innovation', '创新性', 40, '观点、方法是否新颖'),
      criterion('value', '应用价值', 35, '对生产和检验的指导作用'),
      criterion('writing', '论证与文字', 25, '论证严密、数据可靠、文字规范'),
    ],
    materials: [
      material('paper', '论文全文', 'PDF，正文不署名', true, 2),
      material('duplicate', '查重报告', '', false, 1),
      { ...stampedForm, required: false },
    ],
  },
}

const report: Kind = {
  code: 'report',
  name: '优秀检验检测报告',
  form: 'report',
  numberCode: 'BG',
  intro: '评选编制规范、数据可靠、结论准确的锅炉检验检测报告。',
  rules: {
    subTypes: [
      { code: 'inspection', name: '检验报告' },
      { code: 'testing', name: '检测报告' },
    ],
    groups: [],
    levels: [level('first', '一等奖', 5, 1), level('second', '二等奖', 5, 1), level('third', '三等奖', 5, 1)],
    criteria: [
      criterion('rules', '规范性', 40, '依据、方法、格式符合规范'),
      criterion('data', '数据与结论', 40, '数据可靠、结论准确'),
      criterion('problem', '发现与解决问题', 20, '对使用单位的指导作用'),
    ],
    materials: [
      material('report', '报告全文', '隐去委托单位的商业秘密', true, 2),
      material('originals', '原始记录', '', false, 10),
      stampedForm,
    ],
  },
}

const honour: Kind = {
  code: 'honour',
  name: '先进单位与先进个人',
  form: 'honour',
  numberCode: 'XJ',
  intro: '表彰为行业发展作出贡献的单位和个人，每两年一次。',
  rules: {
    subTypes: [
      { code: 'unit', name: '先进单位' },
      { code: 'person', name: '先进个人' },
      { code: 'contribution', name: '卓越贡献' },
    ],
    groups: [],
    levels: [level('honour', '先进', 1, 1)],
    criteria: [
      criterion('work', '工作业绩', 60, '对行业与本单位的贡献'),
      criterion('conduct', '职业操守', 40, '守法、诚信、安全'),
    ],
    materials: [
      material('proof', '事迹证明', '获奖证书、报道等', true, 10),
      material('photo', '照片', '', false, 2),
      stampedForm,
    ],
  },
}

/** The awards that the association gives. */
export const awardKinds: readonly Kind[] = [science, paper, report, honour]
