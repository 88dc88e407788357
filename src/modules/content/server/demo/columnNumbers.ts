/** The numbers of the demo association's columns: addresses of its old site and of what others link to say them. */
export const columnNumbers: { name: string; id: number; below?: Record<string, number> }[] = [
  { name: '首页', id: 1 },
  {
    name: '协会概况',
    id: 2,
    below: { 协会简介: 31, 协会章程: 32, 组织机构: 33, 理事会与监事会: 34, 分支机构: 36, 机构名单: 37, 联系我们: 35 },
  },
  { name: '新闻动态', id: 3, below: { 协会动态: 21, 行业资讯: 22, 会议活动: 23, 会员风采: 24 } },
  { name: '通知公告', id: 4, below: { 通知: 41, 公示公告: 42, 招标采购: 43 } },
  { name: '党建工作', id: 5, below: { 党建动态: 51, 学习园地: 52, 主题教育: 53 } },
  { name: '政策法规', id: 6, below: { 法律法规: 61, 部门规章: 62, 安全技术规范: 63, 政策解读: 64 } },
  { name: '标准化', id: 7, below: { 国家标准: 71, 行业标准: 72, 团体标准: 73, 征求意见: 74 } },
  { name: '会员服务', id: 8, below: { 入会须知: 81, 会员权益: 82, 会费标准: 83, 会员单位: 84, 我要入会: 85 } },
  { name: '能力评价', id: 9, below: { 评价办法: 91, 评价公示: 92, 评价申请: 93, 评审专家: 94, 证书查验: 95 } },
  { name: '培训考核', id: 10, below: { 培训通知: 101, 培训报名: 102, 人员证书公示: 103 } },
  {
    name: '科技奖励',
    id: 11,
    below: { 锅炉科学技术奖: 111, 优秀论文: 112, 获奖公告: 113, 奖励申报: 114, 获奖名单: 115 },
  },
  { name: '期刊与专家', id: 12, below: { 会刊目录: 121, 专家库: 122 } },
  { name: '下载专区', id: 26 },
]
