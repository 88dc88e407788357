import type { Clause } from '#modules/qualifications/catalogue/server/tables.ts'

const clause = (clause: string, content: string): Clause => ({ clause, content })

/** What every review on site begins and ends with. */
const legal = clause('1.1 主体资格', '证照在有效期内，经营范围覆盖申请范围，实际办公与生产地址和申请一致')
const organisation = clause('1.2 组织机构', '岗位职责明确，质量负责人、技术负责人有任命文件并在岗')
const system = clause('2.1 质量体系', '质量手册现行有效，程序文件受控；近一年开展过内部审核和管理评审')
const records = clause('2.2 记录管理', '抽查三个项目的全过程记录，内容完整、签字齐全、可以追溯')
const people = clause('3.1 人员资格', '核对劳动合同、社保与证书，持证人员数量和专业符合申请级别')
const training = clause('3.2 培训考核', '有年度培训计划和考核记录，现场提问两名以上作业人员')
const instruments = clause('4.1 计量器具', '仪器设备台账与实物相符，检定或校准在有效期内')

const shared = [legal, organisation, system, records, people, training, instruments]

/** What is looked at on site, by group of kinds. */
export const checklists: Record<string, Clause[]> = {
  QX: [
    ...shared,
    clause('4.2 清洗设备', '清洗泵、清洗槽、临时管路的能力满足申请级别的最大清洗回路'),
    clause('5.1 清洗方案', '抽查方案：垢样分析、小型试验、工艺参数、腐蚀指示片的布置齐全并经批准'),
    clause('5.2 过程监督', '化验记录按规定间隔完整，腐蚀速率、除垢率的计算可以复现'),
    clause('6.1 安全作业', '危险化学品台账、作业票、应急预案与演练记录；现场防护用品齐全有效'),
    clause('6.2 废液处置', '废液去向有合同和转移单据，处置单位资质有效，监测结果达标'),
  ],
  JC: [
    ...shared,
    clause('4.2 检测环境', '天平室、仪器室、药品室分区合理，温湿度有监控记录'),
    clause('5.1 检测方法', '现行标准齐全，方法验证记录完整；在用标准已查新'),
    clause('5.2 盲样考核', '现场盲样测定硬度、pH、电导率等项目，结果在允许误差以内'),
    clause('5.3 检测报告', '抽查报告与原始记录一致，授权签字人签发'),
    clause('6.1 试剂管理', '标准溶液配制、标定、有效期受控，危险化学品双人双锁'),
  ],
  SB: [
    ...shared,
    clause('4.2 生产设备', '焊接、防腐、装配设备与产品范围相适应，维护记录完整'),
    clause('5.1 设计文件', '图纸、计算书经审批，引用标准现行有效'),
    clause('5.2 进厂检验', '罐体、树脂、膜元件等外购件有验收记录和供方评价'),
    clause('5.3 出厂检验', '水压、运行试验记录完整，检验人员有授权'),
    clause('6.1 售后服务', '安装调试、回访和投诉处理有记录'),
  ],
  YJ: [
    ...shared,
    clause('4.2 生产装置', '反应、混配、包装装置满足产能，计量装置在检定有效期内'),
    clause('5.1 产品标准', '执行标准已备案或公开，配方与工艺文件受控'),
    clause('5.2 批次追溯', '抽查两个批号，原料、生产、检验、发货记录可以贯通'),
    clause('5.3 出厂检验', '出厂检验项目齐全，留样完整，型式试验在有效期内'),
    clause('6.1 安全环保', '危险化学品储存符合规定，三废处置有记录'),
  ],
  FW: [
    ...shared,
    clause('5.1 服务合同', '在服务锅炉房清单与合同一致，服务内容和责任界面明确'),
    clause('5.2 现场抽查', '延伸到一处正在服务的锅炉房，核对水质记录、加药与排污操作'),
    clause('5.3 水质达标', '抽查近三个月水质化验记录，不合格项有处理和复检'),
    clause('6.1 应急能力', '有应急预案和值守安排，备品备件可用，响应时间有记录'),
  ],
  NX: [
    ...shared,
    clause('4.2 测试仪器', '烟气分析、流量、温度等仪器的量程和准确度满足测试标准'),
    clause('5.1 测试方案', '测点布置、工况稳定时间和平衡计算符合标准，经审批'),
    clause('5.2 报告复算', '抽查一份报告，由原始数据复算热效率或排放浓度'),
    clause('5.3 效果跟踪', '改造项目有前后对比数据和运行跟踪记录'),
    clause('6.1 现场安全', '高处、高温、带压作业有票证和监护'),
  ],
  XY: [],
}
