import { type FormField, only } from '#lib/form/form.ts'
import { contactFields, organisationFields } from '#modules/members/organisationForm.ts'
import type { ApplicationType } from './applicationTypes.ts'

const WISH = '申请事项'
const SCALE = '人员与规模'
const QUALITY = '质量管理'
const PROMISE = '承诺'

const must = (field: FormField): FormField => ({ ...field, required: true })

const promise: FormField = {
  name: 'agreeTruth',
  label: '真实性承诺',
  section: PROMISE,
  kind: 'agreement',
  required: true,
  hint: '所填内容与所交材料真实、准确，并承担相应责任',
}
const reason: FormField = {
  name: 'reason',
  label: '申请理由',
  section: WISH,
  kind: 'paragraph',
  required: true,
  max: 500,
}

/** 单位: as its profile has it, what an assessment asks for in addition to it, and who is called about it. */
const unit: FormField[] = [
  ...only(organisationFields, 'name', 'creditCode', 'nature', 'legalPerson', 'legalTitle'),
  ...only(contactFields, 'legalMobile'),
  ...only(organisationFields, 'foundedOn', 'registeredCapital').map(field => ({
    ...must(field),
    section: '单位信息',
  })),
  ...only(organisationFields, 'provinceCode', 'city', 'address'),
  {
    name: 'officeAddress',
    label: '办公或生产地址',
    section: '地址',
    kind: 'text',
    required: true,
    max: 120,
    hint: '现场评审的地点',
  },
  ...only(organisationFields, 'postcode'),
  ...only(organisationFields, 'mainBusiness').map(field => ({ ...field, label: '经营范围', hint: '与营业执照一致' })),
  ...only(organisationFields, 'website', 'fax', 'email'),
  ...only(contactFields, 'liaisonName', 'liaisonPosition', 'liaisonMobile', 'liaisonEmail'),
]

const count = (name: string, label: string): FormField => ({
  name,
  label,
  section: SCALE,
  kind: 'number',
  unit: '人',
  required: true,
  max: 1_000_000,
})
const scale: FormField[] = [
  count('staffTotal', '职工总数'),
  count('technicalTotal', '技术人员数'),
  count('seniorTotal', '高级职称人数'),
  count('middleTotal', '中级职称人数'),
  count('juniorTotal', '初级职称人数'),
  count('certifiedTotal', '持本会证书人数'),
  { name: 'workshopArea', label: '生产场地面积', section: SCALE, kind: 'number', unit: '㎡', max: 9_999_999 },
  { name: 'laboratoryArea', label: '试验室面积', section: SCALE, kind: 'number', unit: '㎡', max: 9_999_999 },
  { name: 'revenue', label: '上年度营业收入', section: SCALE, kind: 'number', unit: '万元', required: true },
]

const quality: FormField[] = [
  { name: 'qualityManager', label: '质量负责人', section: QUALITY, kind: 'personName', required: true },
  { name: 'technicalManager', label: '技术负责人', section: QUALITY, kind: 'personName', required: true },
  { name: 'safetyManager', label: '安全负责人', section: QUALITY, kind: 'personName' },
  { name: 'qualityDocuments', label: '质量手册版本与发布日期', section: QUALITY, kind: 'text', max: 60 },
]

const column = (name: string, label: string, more: Partial<FormField> = {}): FormField => ({
  name,
  label,
  section: '',
  kind: 'text',
  max: 60,
  ...more,
})

const persons: FormField = {
  name: 'persons',
  label: '专业技术人员',
  section: '专业技术人员',
  kind: 'rows',
  max: 200,
  hint: '写明职称和持证情况；持本会证书的填证书编号',
  columns: [
    column('name', '姓名', { kind: 'personName', required: true }),
    column('idNumber', '身份证号码', { kind: 'residentId', required: true, personal: true }),
    column('education', '学历', { max: 20 }),
    column('major', '专业', { max: 30 }),
    column('jobTitle', '职称', { required: true, max: 20 }),
    column('position', '岗位', { max: 30 }),
    column('certKind', '证书种类', { max: 30 }),
    column('certNo', '证书编号'),
    column('certExpire', '证书有效期至', { kind: 'day' }),
  ],
}
const equipments: FormField = {
  name: 'equipments',
  label: '设备与仪器',
  section: '设备与仪器',
  kind: 'rows',
  max: 200,
  columns: [
    column('name', '名称', { required: true }),
    column('model', '型号规格', { required: true }),
    column('quantity', '数量', { kind: 'number', required: true, min: 1, max: 9999 }),
    column('maker', '制造单位'),
    column('serial', '出厂编号'),
    column('calibratedTo', '检定、校准有效期至', { kind: 'day' }),
  ],
}
const performances: FormField = {
  name: 'performances',
  label: '业绩',
  section: '业绩',
  kind: 'rows',
  max: 200,
  hint: '近四年完成的项目，或正在服务的客户',
  columns: [
    column('project', '项目', { required: true }),
    column('client', '委托单位', { required: true }),
    column('object', '锅炉或设备及其参数', { max: 100, hint: '型号、蒸发量、压力' }),
    column('method', '工作内容与方法', { max: 100 }),
    column('startedOn', '开始日期', { kind: 'day' }),
    column('endedOn', '完成日期', { kind: 'day', hint: '正在服务的留空' }),
    column('result', '验收结果', { max: 100, hint: '如清洗的腐蚀速率、除垢率' }),
    column('clientContact', '委托单位联系人', { max: 40 }),
  ],
}

/** What a form offers and asks, as its kind, its levels and its certificate have it. */
export type Offer = {
  /** Of those that can be asked for. */
  levels: readonly { code: string; name: string; scope: string }[]
  /** Levels of the kind ask for people, or for works. */
  asksPeople: boolean
  asksWorks: boolean
  /** What this kind asks beyond what all kinds ask. */
  extra: readonly FormField[]
}

function assessed(type: ApplicationType, { levels, asksPeople, asksWorks, extra }: Offer): FormField[] {
  const level: FormField = {
    name: 'levelCode',
    label: '申请级别',
    section: WISH,
    kind: 'choice',
    required: true,
    options: levels.map(({ code, name }) => ({ code, name })),
  }
  const scope: FormField = {
    name: 'scope',
    label: '申请范围',
    section: WISH,
    kind: 'paragraph',
    required: true,
    max: 500,
    ...(type === 'extraScope' && { label: '增项后的范围' }),
    hint: '证书上的范围，在级别的允许范围以内',
  }
  return [
    ...(type === 'extraScope' || levels.length === 0 ? [] : [level]),
    scope,
    reason,
    ...unit,
    ...scale,
    ...quality,
    { ...persons, required: asksPeople },
    equipments,
    { ...performances, required: asksWorks && (type === 'renewal' || type === 'upgrade') },
    ...extra,
    promise,
  ]
}

const NEW = '变更后（只填有变化的）'
/** What changes, and nothing else; what is left out stays as it is. */
const change: FormField[] = [
  ...only(organisationFields, 'name', 'provinceCode', 'city', 'address', 'legalPerson').map(field => ({
    ...field,
    section: NEW,
    required: false,
    hint: undefined,
  })),
  { name: 'other', label: '其他变更', section: NEW, kind: 'paragraph', max: 500 },
  { name: 'changedOn', label: '登记机关核准日期', section: '变更说明', kind: 'day', required: true },
  { ...reason, label: '变更原因', section: '变更说明' },
  promise,
]

const YEAR = '年度情况'
const report: FormField[] = [
  { name: 'year', label: '报告年度', section: YEAR, kind: 'number', required: true, min: 2000, max: 2999 },

  count('staffTotal', '职工总数'),
  count('technicalTotal', '技术人员数'),
  count('certifiedTotal', '持本会证书人数'),
  { name: 'works', label: '完成业绩或在服务数量', section: YEAR, kind: 'number', unit: '项', required: true },
  { name: 'revenue', label: '年度营业收入', section: YEAR, kind: 'number', unit: '万元' },
  {
    name: 'changes',
    label: '人员、设备、场地、管理体系的变化',
    section: YEAR,
    kind: 'paragraph',
    required: true,
    max: 1000,
    hint: '没有变化的写“无”',
  },
  {
    name: 'incidents',
    label: '质量、安全、环保事故与投诉',
    section: YEAR,
    kind: 'paragraph',
    required: true,
    max: 1000,
    hint: '没有的写“无”',
  },
  persons,
  performances,
  {
    name: 'agreeConformity',
    label: '持续符合性声明',
    section: PROMISE,
    kind: 'agreement',
    required: true,
    hint: '本单位持续符合证书级别的全部条件',
  },
  promise,
]

const replacement: FormField[] = [
  {
    name: 'cause',
    label: '补发原因',
    section: WISH,
    kind: 'choice',
    required: true,
    options: [
      { code: 'lost', name: '遗失' },
      { code: 'damaged', name: '污损' },
      { code: 'other', name: '其他' },
    ],
  },
  { ...reason, label: '情况说明', hint: '遗失的写明时间、经过，以及刊登遗失声明的媒体和日期' },
  promise,
]

const cancellation: FormField[] = [
  { ...reason, label: '注销原因' },
  {
    name: 'agreeEnd',
    label: '注销后果',
    section: PROMISE,
    kind: 'agreement',
    required: true,
    hint: '证书自批准之日起失效，原件交回协会，此后不再以该证书从事业务',
  },
  promise,
]

/** The form of each type of application. */
export function applicationFields(type: Exclude<ApplicationType, 'legacy'>, offer: Offer): FormField[] {
  const short = { change, annualReport: report, replacement, cancellation }
  return type in short ? short[type as keyof typeof short] : assessed(type, offer)
}
