/** Home pages only: deeper addresses of other sites do not last. The media are made up. */
export const demoLinks = {
  政府部门: [
    ['国家市场监督管理总局', 'https://www.samr.gov.cn/'],
    ['民政部', 'https://www.mca.gov.cn/'],
    ['国家发展和改革委员会', 'https://www.ndrc.gov.cn/'],
    ['生态环境部', 'https://www.mee.gov.cn/'],
    ['应急管理部', 'https://www.mem.gov.cn/'],
    ['工业和信息化部', 'https://www.miit.gov.cn/'],
    ['中国社会组织政务服务平台', 'https://chinanpo.mca.gov.cn/'],
    ['国家企业信用信息公示系统', 'https://www.gsxt.gov.cn/'],
  ],
  技术机构: [
    ['国家标准全文公开系统', 'https://openstd.samr.gov.cn/'],
    ['全国标准信息公共服务平台', 'https://std.samr.gov.cn/'],
    ['全国团体标准信息平台', 'https://www.ttbz.org.cn/'],
    ['中国标准化研究院', 'https://www.cnis.ac.cn/'],
    ['中国特种设备检测研究院', 'https://www.csei.org.cn/'],
  ],
  行业媒体: [
    ['锅炉水处理观察', 'https://example.com/boiler-water'],
    ['工业热能周刊', 'https://example.com/heat-weekly'],
    ['化学清洗之窗', 'https://example.com/chemical-cleaning'],
  ],
} as const
