import { answerableFields, defineForm, type FormField, fieldsIn, type Option, pickFields } from '#lib/form/form.ts'
import { applyDemands, type Demands } from './profileRules.ts'

const IDENTITY = '单位信息'
const PLACE = '地址'
const SIZE = '规模'
const REACH = '公开联系方式'
const BUSINESS = '业务与简介'

const YES_NO = [
  { code: 'yes', name: '公开' },
  { code: 'no', name: '不公开' },
] as const

export type OrganisationChoices = { trades: readonly Option[]; natures: readonly Option[] }
/** What the association asks of an organisation. `answered`: values that stay in the form although they are no longer asked. */
export type OrganisationAsking = OrganisationChoices & { demands: Demands; answered?: object | undefined }

/** 单位资料: what the association knows of an organisation, in the order in which it is asked and printed. */
export const organisationFields = ({ trades, natures }: OrganisationChoices) =>
  defineForm([
    {
      name: 'name',
      label: '单位名称',
      section: IDENTITY,
      kind: 'organisationName',
      required: true,
      hint: '与营业执照或法人登记证书一致',
      autocomplete: 'organization',
    },
    { name: 'nameEn', label: '英文名称', section: IDENTITY, kind: 'text', max: 120 },
    { name: 'creditCode', label: '统一社会信用代码', section: IDENTITY, kind: 'creditCode', required: true },
    {
      name: 'nature',
      label: '单位性质',
      section: IDENTITY,
      kind: 'choice',
      required: true,
      options: natures,
    },
    {
      name: 'categories',
      label: '行业类别',
      section: IDENTITY,
      kind: 'choices',
      required: true,
      options: trades,
      hint: '可多选',
    },
    { name: 'legalPerson', label: '法定代表人', section: IDENTITY, kind: 'personName', required: true },
    { name: 'legalTitle', label: '法定代表人职务', section: IDENTITY, kind: 'text', max: 30, suggests: 'position' },
    { name: 'foundedOn', label: '成立日期', section: IDENTITY, kind: 'day' },
    { name: 'logo', label: '单位标志', section: IDENTITY, kind: 'picture', hint: '显示在会员名录中，宜用正方形图片' },

    { name: 'provinceCode', label: '所在省份', section: PLACE, kind: 'province', required: true },
    {
      name: 'city',
      label: '城市',
      section: PLACE,
      kind: 'text',
      required: true,
      max: 30,
      autocomplete: 'address-level2',
    },
    {
      name: 'address',
      label: '详细地址',
      section: PLACE,
      kind: 'text',
      required: true,
      max: 120,
      autocomplete: 'street-address',
    },
    { name: 'postcode', label: '邮政编码', section: PLACE, kind: 'postcode', autocomplete: 'postal-code' },
    { name: 'point', label: '地图位置', section: PLACE, kind: 'point', hint: '用于会员主页上的地图' },

    { name: 'registeredCapital', label: '注册资本', section: SIZE, kind: 'number', unit: '万元', max: 99_999_999 },
    { name: 'staffTotal', label: '职工总数', section: SIZE, kind: 'number', unit: '人', max: 1_000_000 },
    { name: 'technicalTotal', label: '技术人员数', section: SIZE, kind: 'number', unit: '人', max: 1_000_000 },
    { name: 'seniorTotal', label: '高级职称人数', section: SIZE, kind: 'number', unit: '人', max: 1_000_000 },

    { name: 'phone', label: '单位电话', section: REACH, kind: 'phone', autocomplete: 'work tel' },
    {
      name: 'phoneIsPublic',
      label: '在会员主页公开单位电话',
      section: REACH,
      kind: 'choice',
      options: YES_NO,
      hint: '不选则不公开',
    },
    { name: 'fax', label: '传真', section: REACH, kind: 'phone' },
    { name: 'email', label: '单位邮箱', section: REACH, kind: 'email', autocomplete: 'work email' },
    { name: 'website', label: '网站', section: REACH, kind: 'url', autocomplete: 'url' },

    {
      name: 'mainBusiness',
      label: '主营业务',
      section: BUSINESS,
      kind: 'paragraph',
      required: true,
      max: 500,
      hint: '一两句话，显示在会员名录中',
    },
    { name: 'products', label: '主要产品与服务', section: BUSINESS, kind: 'paragraph', max: 500 },
    { name: 'honours', label: '资质与荣誉', section: BUSINESS, kind: 'paragraph', max: 500 },
    {
      name: 'intro',
      label: '单位简介',
      section: BUSINESS,
      kind: 'paragraph',
      max: 1000,
      hint: '显示在会员主页，可以入会以后再写',
    },
  ])

/** The same where names and kinds matter, and nothing is chosen. */
export const organisationShape = organisationFields({ trades: [], natures: [] })

/** Fields of the form as the association asks them; a field without options, e.g. trades, is left out. */
export const askedOrganisationFields = ({ demands, answered, ...choices }: OrganisationAsking): FormField[] =>
  applyDemands(answerableFields<FormField>(organisationFields(choices)), demands, answered)

const CONTACTS = '联系人'
const PRIVATE = '只用于协会与贵单位联系，不公开'

const field = fieldsIn(CONTACTS)

/** Fields of each contact of an organisation; stored in `organisation_contact`, a row each. */
export const contactParts = (label: string, { emailRequired = true } = {}) =>
  defineForm([
    field('name', `${label}姓名`, { kind: 'personName', required: true }),
    field('position', `${label}职务`, { required: true, max: 30, suggests: 'position' }),
    field('mobile', `${label}手机`, { kind: 'mobile', required: true, personal: true, hint: PRIVATE }),
    field('email', `${label}邮箱`, { kind: 'email', required: emailRequired }),
  ])

/** The name of a contact's part in the form of the organisation: `liaisonMobile`. */
export const contactName = <Role extends string, Part extends string>(role: Role, part: Part) =>
  `${role}${part[0]!.toUpperCase()}${part.slice(1)}` as `${Role}${Capitalize<Part>}`

const contact = <const Role extends string>(role: Role, parts: ReturnType<typeof contactParts>) =>
  parts.map(part => ({ ...part, name: contactName(role, part.name) }))

/** Contacts of the organisation. Name and title of the legal representative are fields of the organisation itself. */
export const contactFields = [
  field('legalMobile', '法定代表人手机', { kind: 'mobile', personal: true, hint: PRIVATE }),
  field('legalEmail', '法定代表人邮箱', { kind: 'email' }),
  ...contact('representative', contactParts('会员代表', { emailRequired: false })),
  ...contact('liaison', contactParts('联系人')),
]

const contactNames: readonly string[] = contactFields.map(({ name }) => name)
export const isContactField = (name: string) => contactNames.includes(name)

/** The same as the association asks them. */
export const askedContactFields = ({ demands, answered }: Pick<OrganisationAsking, 'demands' | 'answered'>) =>
  applyDemands<(typeof contactFields)[number]>(contactFields, demands, answered)

/** Changing one of these makes it another organisation on paper: somebody looks at the licence first. */
export const reviewedOrganisationFields = pickFields(organisationShape, 'name', 'creditCode', 'legalPerson')
