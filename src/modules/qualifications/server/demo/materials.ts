import type { ApplicationType } from '#modules/qualifications/applying/applicationTypes.ts'
import type { Material } from '#modules/qualifications/catalogue/server/tables.ts'

/** With which the applicant is looked at anew. */
const assessed: ApplicationType[] = ['initial', 'renewal', 'upgrade', 'extraScope']
const held: ApplicationType[] = ['renewal', 'upgrade', 'extraScope', 'change']

const ofAssessment = (code: string, name: string, required: boolean, hint = ''): Material => ({
  code,
  name,
  required,
  only: assessed,
  ...(hint && { hint }),
})

const everyone: Material[] = [
  { code: 'M02', name: '营业执照或事业单位法人证书', required: true, hint: '在有效期内，变更后的须为新照' },
  { code: 'M03', name: '法定代表人身份证件', required: false, hint: '号码可以遮挡，保留姓名与照片' },
  { code: 'M11', name: '原证书', required: true, only: held },
  { code: 'M12', name: '变更证明', required: true, hint: '登记机关出具的核准变更通知', only: ['change'] },
  { code: 'M13', name: '承诺书', required: true, hint: '承诺材料真实、接受监督，法定代表人签字并盖章' },
]

export const technical: Material[] = [
  ...everyone,
  ofAssessment('M04', '质量管理手册及程序文件', true, '现行有效版本，含封面与批准页'),
  ofAssessment('M05', '组织机构图', false),
  ofAssessment('M06', '专业技术人员一览表、证书与社保证明', true, '职称证书、人员证书与近三个月社保缴纳记录'),
  ofAssessment('M07', '设备仪器一览表与检定证书', true, '须在检定或校准有效期内'),
  ofAssessment('M08', '场地证明', false, '产权证明或租赁合同'),
  {
    code: 'M09',
    name: '近四年业绩合同与验收报告',
    required: true,
    only: ['renewal', 'upgrade'],
    hint: '与申请表中的业绩逐项对应',
  },
]

export const cleaning: Material[] = [
  ...technical,
  ofAssessment('M10', '安全生产制度与废液处置协议', true, '处置单位的资质证明一并提供'),
]

export const making: Material[] = [...technical, ofAssessment('M15', '产品标准、出厂检验与型式试验报告', true)]

export const credit: Material[] = [
  ...everyone,
  ofAssessment('M16', '近三年审计报告', true, '会计师事务所出具，含附注'),
  ofAssessment('M17', '合同台账与用户评价', true),
  ofAssessment('M18', '公共信用报告', true, '“信用中国”网站下载，一个月以内'),
]
