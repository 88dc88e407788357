import { fieldsIn, optionsOf } from '#lib/form/form.ts'
import { partCodes, partNames } from '#lib/parts.ts'
import { articleForms } from './articleForms.ts'
import { messageForms } from './messageForms.ts'
import type { SettingForm } from './settingForm.ts'
import { MAX_WORDS } from './wordLines.ts'

/** What the texts of payment letters may contain in braces. */
export const LETTER_PLACEHOLDERS = ['缴费人', '日期', '笔数', '合计', '期限']
export const MAX_LINKS = { notFoundLinks: 6, footerLinks: 6 } as const

const text = fieldsIn('', { max: 60 })
const onOff = [
  { code: 'on', name: '开展' },
  { code: 'off', name: '不开展' },
] as const

/** The settings of the site as forms. */
export const settingForms: readonly SettingForm[] = [
  {
    code: 'identity',
    name: '协会信息',
    group: 'association',
    hint: '页眉、页脚、证书与打印件上的协会名称。',
    fields: [
      text('name', '协会名称', { required: true, kind: 'organisationName' }),
      text('shortName', '简称', { required: true, max: 12, hint: '手机上的页眉显示简称。' }),
      text('nameEn', '英文名称', { required: true, max: 120 }),
      text('creditCode', '统一社会信用代码', { kind: 'creditCode' }),
      text('title', '网页标题', { required: true, hint: '浏览器标签与搜索结果中的网站名称。' }),
      text('description', '网站简介', { kind: 'paragraph', max: 200, hint: '供搜索引擎显示。' }),
      text('foundedYear', '成立年份', { required: true, kind: 'number', min: 1900, max: 2100 }),
    ],
  },
  {
    code: 'contact',
    name: '联系方式',
    group: 'association',
    hint: '显示在每页页脚和“联系我们”。',
    fields: [
      text('address', '地址', { max: 80 }),
      text('postcode', '邮政编码', { kind: 'postcode' }),
      text('phone', '电话', { kind: 'phone', hint: '如 010-5550 0126。' }),
      text('email', '邮箱', { kind: 'email' }),
      text('point', '地图位置', { kind: 'point' }),
    ],
  },
  {
    code: 'filing',
    name: '备案号',
    group: 'association',
    hint: '显示在每页页脚，并链接到备案查询网站。',
    fields: [
      text('icp', 'ICP 备案号', { hint: '格式如 京ICP备2021012345号-1。' }),
      text('police', '公安备案号', { hint: '格式如 京公网安备11010502030001号。' }),
    ],
  },
  {
    code: 'display',
    name: '显示方式',
    group: 'display',
    hint: '网页标题、默认版式与纪念日的灰色显示。灰色显示到点自动开始和结束。',
    fields: [
      text('title', '浏览器标题', {
        kind: 'choice',
        required: true,
        options: optionsOf({ fixed: '固定为网页标题', page: '本页名称加网页标题' }),
      }),
      text('reading', '默认版式', {
        kind: 'choice',
        required: true,
        hint: '访客可随时在页眉切换，并记住自己的选择。',
        options: optionsOf({ standard: '标准版', elder: '长者版：大字，无广告，不自动滚动' }),
      }),
      text('greyScope', '灰色显示的范围', {
        kind: 'choice',
        required: true,
        options: optionsOf({ home: '仅首页', site: '整个网站' }),
      }),
      text('greyFrom', '灰色显示开始', { kind: 'moment', hint: '北京时间。不填则不启用。' }),
      text('greyTo', '灰色显示结束', { kind: 'moment' }),
    ],
  },
  {
    code: 'colours',
    name: '颜色',
    group: 'colours',
    hint: '网站、会员中心和后台的主色与辅色，按钮、链接、边框等各处的深浅由这两种颜色推算。表示成功、警告、错误的颜色不变。',
    fields: [
      text('main', '主色', { required: true, max: 7, hint: '用于结构与链接，如 #0b4a7f。' }),
      text('accent', '辅色', { required: true, max: 7, hint: '用于每页最主要的按钮，如 #d0430c。' }),
    ],
  },
  {
    code: 'notFound',
    name: '404 页面',
    group: 'texts',
    hint: '访客打开的网址不存在时看到的文字。不填则用程序自带的文字。',
    fields: [
      text('notFoundTitle', '标题', { max: 40, hint: '不填则为“抱歉，您访问的页面不存在”。' }),
      text('notFoundText', '说明', { kind: 'paragraph', max: 200 }),
      text('notFoundLinks', '快捷链接', {
        kind: 'paragraph',
        max: 1000,
        hint: `每行一个，名称、空格、地址，如 证书查验 /admin/verify。最多 ${MAX_LINKS.notFoundLinks} 个。`,
      }),
    ],
  },
  {
    code: 'footer',
    name: '页脚',
    group: 'texts',
    hint: '每页页脚里，名称、联系方式和备案号以外的文字与链接。',
    fields: [
      text('footerNote', '补充文字', { kind: 'paragraph', max: 200, hint: '显示在联系方式下方，如办公时间。' }),
      text('footerLinks', '链接', {
        kind: 'paragraph',
        max: 1000,
        hint: `每行一个，名称、空格、地址，显示在最下一行。最多 ${MAX_LINKS.footerLinks} 个。`,
      }),
    ],
  },
  {
    code: 'membership',
    name: '会员',
    group: 'membership',
    hint: '用于新发的会员编号、会员证书和会员在线申请退会。',
    fields: [
      text('numberPrefix', '会员编号前缀', { required: true, max: 10, hint: '1 到 10 个大写字母或数字，可含连字符。' }),
      text('termEndsOn', '本届理事会任期至', { kind: 'day', hint: '会员证书的有效期到这一天为止。' }),
      text('leavingTerms', '退会须知', {
        kind: 'paragraph',
        max: 500,
        hint: '会员申请退会时须阅读并同意：何时生效、哪些随之终止、已缴的会费怎样处理。',
      }),
    ],
  },
  {
    code: 'certificate',
    name: '证书',
    group: 'certificate',
    hint: '印在证书下方的说明。已下载的文件不变，再次下载时为新的内容。',
    fields: [
      text('qualificationNote', '单位能力评价证书的说明', { kind: 'paragraph', max: 80 }),
      text('personnelNote', '人员证书的说明', { kind: 'paragraph', max: 80 }),
    ],
  },
  {
    code: 'reasons',
    name: '常用理由',
    group: 'reasons',
    hint: '审核时可以点选，每行一条。协会自己常写的理由会自动排在前面。',
    fields: [
      text('pass', '通过', { kind: 'paragraph', max: 600 }),
      text('return', '退回', { kind: 'paragraph', max: 600 }),
      text('reject', '不予通过', { kind: 'paragraph', max: 600 }),
      text('remark', '逐项批注', { kind: 'paragraph', max: 600 }),
    ],
  },
  {
    code: 'decisions',
    name: '审核决定的撤销',
    group: 'decisions',
    hint: '作出决定后先不给申请人发通知（申请人登录后已能看到），在这段时间内可以撤销。随即生效、不能撤销的决定（如办结发证）不等待，办理时会写明。',
    fields: [
      text('holdMinutes', '可撤销的时间', {
        kind: 'number',
        required: true,
        min: 0,
        max: 60,
        unit: '分钟',
        hint: '0 为不等待，立即通知。',
      }),
    ],
  },
  {
    code: 'search',
    name: '搜索',
    group: 'search',
    hint: '让习惯说法和正式名称都能找到同样的内容。',
    fields: [
      text('synonyms', '同义词', {
        kind: 'paragraph',
        max: 4000,
        hint: '每行一组，词与词之间用空格隔开，如 入会 加入协会。搜其中一个，也找出写着其他几个的内容。',
      }),
    ],
  },
  {
    code: 'suggesting',
    name: '搜索提示',
    group: 'search',
    hint: '边输入边提示标题和名称；其前还可以提示三位以上访客搜过、公开标题里原样有的词。只留词和次数，不留是谁搜的。',
    fields: [
      text('past', '大家搜过的词', {
        kind: 'choice',
        required: true,
        options: [
          { code: 'on', name: '提示' },
          { code: 'off', name: '不提示' },
        ],
      }),
    ],
  },
  ...articleForms,
  ...messageForms,
  {
    code: 'parts',
    name: '开展的业务',
    group: 'parts',
    hint: '不开展的业务不出现在会员中心、工作后台和网站地图中；已有的记录都保留，重新开展时即恢复。',
    fields: partCodes.map(part => ({ ...text(part, partNames[part]), kind: 'choice', required: true, options: onOff })),
  },
  {
    code: 'payAccount',
    name: '收款账户',
    group: 'payAccount',
    hint: '印在缴费通知单上，缴费人据此汇款。修改时需再次输入密码。',
    fields: [
      text('name', '户名', { required: true, kind: 'organisationName' }),
      text('bank', '开户行', { required: true }),
      text('number', '账号', { required: true, max: 30, hint: '8 到 30 位数字。' }),
      text('code', '行号', { max: 12, hint: '12 位联行号，可不填。' }),
    ],
  },
  {
    code: 'holidays',
    name: '节假日安排',
    group: 'holidays',
    hint: '办理期限、公示期、补正期限和催办都按工作日计算。国务院办公厅每年 11 月前后公布下一年的安排，公布后请登记。',
    fields: [
      text('days', '放假与调休', {
        kind: 'paragraph',
        max: 6000,
        hint: '每行一个假期或一个调休上班日，如“2026-10-01 至 2026-10-07 国庆节”“2026-10-10 上班”。周末不必写。',
      }),
    ],
  },
  {
    code: 'receiving',
    name: '收款',
    group: 'receiving',
    hint: '入账时金额差一点的，由协会承担。',
    fields: [
      text('writeOffLimit', '一人可核销的差额', {
        kind: 'number',
        required: true,
        min: 0,
        max: 1000,
        unit: '元',
        hint: '如 10：差 10 元以内的由财务一人核销，超过的由另一位同事复核；0 即每次都要复核。',
      }),
    ],
  },
  {
    code: 'refunds',
    name: '退款',
    group: 'refunds',
    hint: '缴费人在线申请退款时看到的期限和说明。期限按工作日计，页面上显示为日期，如“预计 12 月 9 日前”。',
    fields: [
      text('examineDays', '受理期限', {
        kind: 'number',
        required: true,
        min: 1,
        max: 60,
        unit: '个工作日',
        hint: '从申请到受理或驳回。',
      }),
      text('payDays', '汇出期限', {
        kind: 'number',
        required: true,
        min: 1,
        max: 60,
        unit: '个工作日',
        hint: '从受理到款项汇出。',
      }),
      text('note', '退款说明', {
        kind: 'paragraph',
        max: 500,
        hint: '所有款项通用，如哪些费用不退、怎样联系；培训班另有自己的退费规定。',
      }),
    ],
  },
  {
    code: 'paymentLetters',
    name: '缴费通知书与催缴函',
    group: 'paymentLetters',
    hint: `印在信函上的标题、字号和正文。编号为“字号〔年份〕四位序号”，每年重新编起。正文可用 ${LETTER_PLACEHOLDERS.map(name => `{${name}}`).join('、')}。已编号的信函再次打印，文字不变。`,
    fields: [
      text('noticeTitle', '通知书的标题', { required: true, max: 20 }),
      text('noticeWord', '通知书的字号', {
        required: true,
        max: 12,
        hint: '如 缴费通知，编号即为 缴费通知〔2026〕0001号。',
      }),
      text('noticeText', '通知书的正文', { required: true, kind: 'paragraph', max: 400 }),
      text('reminderTitle', '催缴函的标题', { required: true, max: 20 }),
      text('reminderWord', '催缴函的字号', { required: true, max: 12 }),
      text('reminderText', '催缴函的正文', { required: true, kind: 'paragraph', max: 400 }),
      text('closing', '结束语', { kind: 'paragraph', max: 300, hint: '写在收款账户之后。' }),
      text('attention', '单位的收件人', { max: 20, hint: '印在单位名称下面，如 财务负责人；不填则只有单位名称。' }),
    ],
  },
  {
    code: 'adverts',
    name: '广告业务',
    group: 'adverts',
    hint: '会员投放广告时看到的联系人和须知。价格与空位在“广告位”中设置。',
    fields: [
      text('contactName', '联系人', { max: 20 }),
      text('phone', '电话', { kind: 'phone', hint: '不填则用协会的电话。' }),
      text('mobile', '手机', { kind: 'mobile' }),
      text('email', '邮箱', { kind: 'email', hint: '不填则用协会的邮箱。' }),
      text('wechat', '微信号', { max: 40 }),
      text('notice', '投放须知', { kind: 'paragraph', max: 500 }),
      text('journal', '会刊广告的说明', { max: 100, hint: '会刊（P7）不在网上办理，写明怎样联系。' }),
    ],
  },
  {
    code: 'advertWords',
    name: '广告用语',
    group: 'advertWords',
    hint: '会员填写广告的标题、图片说明和产品说明时，按这两份名单提示和检查。起初的词语出自《广告法》第九条，可增删；全角半角、大小写视为相同，夹在中间的空格和标点不算。',
    fields: [
      text('forbidden', '广告禁用词', {
        kind: 'paragraph',
        max: 20_000,
        hint: `每行一个，至多 ${MAX_WORDS} 个；有建议用语的，空一格写在后面，如 最佳 较好。有禁用词的广告不能提交。`,
      }),
      text('doubtful', '须核实的用语', {
        kind: 'paragraph',
        max: 20_000,
        hint: '写法同上。审核广告的同事会看到提示，由其核对依据。',
      }),
    ],
  },
]

export const settingForm = (code: string) => settingForms.find(form => form.code === code)!
