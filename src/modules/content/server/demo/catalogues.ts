import type { ArticleType } from '../../articleTypes.ts'

type Node = {
  id: number
  name: string
  type?: '内容' | '跳转'
  path?: string
  needLogin?: true
  detached?: true
  party?: true
  /** Where it is not `news`. */
  articles?: ArticleType
  about?: string
  list?: Node[]
}

/** The demo association's columns. A column without `type` is a 列表. */
export const catalogueTree: Node[] = [
  { id: 1, name: '首页', type: '跳转', path: '/admin/home' },
  {
    id: 2,
    name: '协会概况',
    list: [
      { id: 31, name: '协会简介', type: '内容' },
      { id: 32, name: '协会章程', type: '内容' },
      { id: 33, name: '组织机构', type: '内容' },
      { id: 34, name: '理事会与监事会', type: '内容' },
      { id: 36, name: '分支机构', about: '各专业分会与工作委员会的职责、负责人与工作动态。' },
      { id: 35, name: '联系我们', type: '内容' },
    ],
  },
  {
    id: 3,
    name: '新闻动态',
    list: [
      { id: 21, name: '协会动态', about: '协会重要会议、调研、合作与工作进展。' },
      { id: 22, name: '行业资讯', about: '锅炉与锅炉水处理行业的技术、市场与监管动态。' },
      { id: 23, name: '会议活动', about: '年会、技术交流会、研讨会与现场观摩。' },
      { id: 24, name: '会员风采', about: '会员单位的项目、技术与故事。' },
    ],
  },
  {
    id: 4,
    name: '通知公告',
    articles: 'notice',
    list: [
      { id: 41, name: '通知', about: '协会各部门面向会员与从业人员的工作通知。' },
      { id: 42, name: '公示公告', about: '入会、能力评价与人员证书的公示与结果公告。' },
      { id: 43, name: '招标采购', about: '协会采购项目的公告与结果。' },
    ],
  },
  {
    id: 5,
    name: '党建工作',
    party: true,
    list: [
      { id: 51, name: '党建动态', about: '协会党支部的组织生活与活动。' },
      { id: 52, name: '学习园地', about: '理论学习与学习体会。' },
      { id: 53, name: '主题教育', about: '主题教育的安排与成效。' },
    ],
  },
  {
    id: 6,
    name: '政策法规',
    articles: 'policy',
    list: [
      { id: 61, name: '法律法规', about: '特种设备与节能环保相关的法律和行政法规。' },
      { id: 62, name: '部门规章', about: '国务院有关部门发布的规章与规范性文件。' },
      { id: 63, name: '安全技术规范', about: '锅炉相关的特种设备安全技术规范（TSG）。' },
      { id: 64, name: '政策解读', about: '新规要点与执行中的常见问题。' },
    ],
  },
  {
    id: 7,
    name: '标准化',
    articles: 'standard',
    list: [
      { id: 71, name: '国家标准', about: '锅炉水质、清洗、能效与排放的国家标准。' },
      { id: 72, name: '行业标准', about: '电力、化工等行业的锅炉水处理标准。' },
      { id: 73, name: '团体标准', about: '本会团体标准的立项、发布与实施。' },
      { id: 74, name: '征求意见', about: '正在公开征求意见的标准与文件。' },
    ],
  },
  {
    id: 8,
    name: '会员服务',
    list: [
      { id: 81, name: '入会须知', type: '内容' },
      { id: 82, name: '会员权益', type: '内容' },
      { id: 83, name: '会费标准', type: '内容' },
      { id: 84, name: '会员单位', type: '跳转', path: '/admin/publicity/member' },
      { id: 85, name: '我要入会', type: '跳转', path: '/admin/user?tab=member', needLogin: true },
    ],
  },
  {
    id: 9,
    name: '能力评价',
    list: [
      { id: 91, name: '评价办法', about: '各类单位能力评价的条件、程序与分级。自愿申请，不作为行政许可。' },
      { id: 92, name: '评价公示', type: '跳转', path: '/admin/publicity/qualification' },
      { id: 93, name: '评价申请', type: '跳转', path: '/admin/user?tab=qualification', needLogin: true },
      { id: 94, name: '评审专家', about: '评审专家的聘任、管理与回避。' },
      { id: 95, name: '证书查验', type: '跳转', path: '/admin/verify' },
    ],
  },
  {
    id: 10,
    name: '培训考核',
    articles: 'notice',
    list: [
      { id: 101, name: '培训通知', about: '取证、换证、继续教育与专题研修班的通知。' },
      { id: 102, name: '培训报名', type: '跳转', path: '/admin/publicity/training' },
      { id: 103, name: '人员证书公示', type: '跳转', path: '/admin/publicity/person' },
    ],
  },
  {
    id: 11,
    name: '科技奖励',
    list: [
      { id: 111, name: '锅炉科学技术奖', about: '奖励办法、申报与评审。各环节均不收取费用。' },
      { id: 112, name: '优秀论文', about: '论文征集与评选。' },
      { id: 113, name: '获奖公告', about: '历届获奖项目与论文。' },
      { id: 114, name: '奖励申报', type: '跳转', path: '/admin/user?tab=award', needLogin: true },
      { id: 115, name: '获奖名单', type: '跳转', path: '/admin/publicity/award' },
    ],
  },
  {
    id: 12,
    name: '期刊与专家',
    list: [
      { id: 121, name: '会刊目录', about: '会刊各期目录。' },
      { id: 122, name: '专家库', about: '专家的遴选、分组与服务。' },
    ],
  },
  { id: 26, name: '下载专区', detached: true, articles: 'download', about: '申请表、回执、模板与记录表格。' },
]
