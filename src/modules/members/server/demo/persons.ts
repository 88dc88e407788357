export type DemoPerson = {
  name: string
  /** Its address code names a province only, so that it is nobody's. */
  idNumber: string
  mobile: string
  /** Where the identity document is a 港澳台居民居住证. */
  hasPermit?: boolean
  /** By its full name; absent: retired. */
  employer?: string
  education: '专科' | '本科' | '硕士' | '博士'
  major: string
  jobTitle: string
  /** Did not agree to be shown in public notices. */
  isPrivate?: boolean
}

export const demoPersons: DemoPerson[] = [
  {
    ...{ name: '张伟', idNumber: '370000197912240054', mobile: '13900000101' },
    ...{ employer: '青岛海岳锅炉制造有限公司', education: '本科', major: '热能与动力工程', jobTitle: '高级工程师' },
  },
  {
    ...{ name: '苏晴', idNumber: '310000198506150022', mobile: '13900000102' },
    ...{ employer: '上海申浦水质检测技术有限公司', education: '硕士', major: '分析化学', jobTitle: '高级工程师' },
  },
  {
    ...{ name: '陆启明', idNumber: '320000198808080033', mobile: '13900000103' },
    ...{ employer: '常州市特种设备检测中心', education: '硕士', major: '应用化学', jobTitle: '高级工程师' },
  },
  {
    ...{ name: '顾维舟', idNumber: '320000197604180011', mobile: '13900000104' },
    ...{ employer: '苏州恒蓝水处理科技有限公司', education: '本科', major: '给水排水工程', jobTitle: '正高级工程师' },
  },
  {
    ...{ name: '区敬言', idNumber: '440000198109230036', mobile: '13900000105' },
    ...{ employer: '佛山岭南低氮燃烧技术有限公司', education: '本科', major: '热能与动力工程', jobTitle: '高级工程师' },
  },
  {
    ...{ name: '梁咏诗', idNumber: '440000199202290089', mobile: '13900000106' },
    ...{ employer: '广州南粤锅炉能效检测有限公司', education: '硕士', major: '工程热物理', jobTitle: '工程师' },
  },
  {
    ...{ name: '陈志豪', idNumber: '810000198810100132', mobile: '13900000107', hasPermit: true },
    ...{ employer: '香港维港水处理工程有限公司', education: '本科', major: '环境工程', jobTitle: '注册工程师' },
  },
  {
    ...{ name: '雷振邦', idNumber: '110000199001010013', mobile: '13900000108' },
    ...{ employer: '北京清源锅炉清洗有限公司', education: '本科', major: '应用化学', jobTitle: '工程师' },
  },
  {
    ...{ name: '佟立群', idNumber: '370000198303070023', mobile: '13900000109' },
    ...{ employer: '青岛海岳锅炉制造有限公司', education: '本科', major: '焊接技术与工程', jobTitle: '高级工程师' },
  },
  {
    ...{ name: '郝静', idNumber: '120000198711050025', mobile: '13900000110' },
    ...{ employer: '天津津沽药剂有限公司', education: '硕士', major: '精细化工', jobTitle: '工程师' },
  },
  {
    ...{ name: '白既明', idNumber: '210000196902140018', mobile: '13900000111' },
    ...{ employer: '沈阳辽锅节能技术有限公司', education: '本科', major: '电厂热能动力', jobTitle: '高级工程师' },
  },
  {
    ...{ name: '岳朝东', idNumber: '510000197407260018', mobile: '13900000112' },
    ...{ employer: '成都蜀汽锅炉服务有限公司', education: '专科', major: '锅炉运行与检修', jobTitle: '高级技师' },
  },
  {
    ...{ name: '阿依古丽·买买提', idNumber: '650000198906190048', mobile: '13900000113' },
    ...{ employer: '乌鲁木齐天山锅炉安装工程有限公司', education: '本科', major: '化学工程与工艺', jobTitle: '工程师' },
  },
  {
    ...{ name: '欧阳修远', idNumber: '360000198509110017', mobile: '13900000114' },
    ...{ employer: '南昌赣江锅炉有限公司', education: '硕士', major: '动力工程', jobTitle: '高级工程师' },
  },
  {
    ...{ name: '文清嘉', idNumber: '430000198210300068', mobile: '13900000115' },
    ...{ employer: '湖南洞庭工程职业学院', education: '博士', major: '热能工程', jobTitle: '副教授' },
  },
  {
    ...{ name: '晏清和', idNumber: '330000196605050013', mobile: '13900000116' },
    ...{ employer: '杭州之江水处理技术研究所', education: '博士', major: '电厂化学', jobTitle: '研究员' },
  },
  {
    ...{ name: '次仁卓玛', idNumber: '540000199108150024', mobile: '13900000117' },
    ...{ employer: '拉萨雪域供热服务有限公司', education: '本科', major: '建筑环境与能源应用工程', jobTitle: '工程师' },
  },
  {
    ...{ name: '李𬭎', idNumber: '610000199003200054', mobile: '13900000118', isPrivate: true },
    ...{ employer: '西安秦岭工业清洗有限公司', education: '硕士', major: '材料腐蚀与防护', jobTitle: '工程师' },
  },
  {
    ...{ name: '车晓雯', idNumber: '13000019940118004X', mobile: '13900000119', isPrivate: true },
    ...{ employer: '唐山滦河热电有限公司', education: '本科', major: '应用化学', jobTitle: '助理工程师' },
  },
  {
    ...{ name: '谷雨田', idNumber: '110000195907130013', mobile: '13900000120' },
    ...{ education: '本科', major: '锅炉设计与制造', jobTitle: '教授级高级工程师（退休）' },
  },
]
