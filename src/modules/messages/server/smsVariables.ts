import type { SmsVariable } from '#lib/server/outbox/smsVariables.ts'

const of =
  (kind: SmsVariable['kind'], max: number) =>
  (name: string): SmsVariable => ({ name, kind, max })

const text = of('text', 20)
const short = of('text', 10)
const number = of('number', 30)
const time = of('time', 20)
const money = of('money', 12)
const sentence = of('sentence', 35)
const list = of('list', 35)

/** What the placeholders of text messages mean as variables at a provider, wherever they stand. */
export const smsVariables: Record<string, SmsVariable> = {
  // Names that may be cut.
  协会: text('association'),
  单位: text('company'),
  培训班: text('course'),
  公示: text('notice'),
  申请名称: text('subject'),
  申报名称: text('project'),
  申报通知: text('call'),
  申请种类: text('matter'),
  款项: text('item'),
  广告: text('advert'),
  证书: text('certificate'),
  任务: text('job'),
  设备: text('device'),
  专家: short('expert'),
  姓名: short('person'),
  新联系人: short('contact'),
  职务: short('position'),
  轮次: short('round'),
  评审地点: text('place'),
  会议: text('meeting'),
  统计表: text('reportForm'),
  席位: text('seat'),
  地点: text('venue'),
  委托人: text('principal'),
  // Numbers, which are whole or not sent.
  账号: number('account'),
  编号: number('number'),
  新编号: number('newNumber'),
  办理编号: number('handoverNo'),
  受理编号: number('objectionNo'),
  会员号: number('memberNo'),
  手机号: number('phone'),
  验证码: of('number', 6)('code'),
  确认码: of('number', 6)('confirmation'),
  口令: number('passcode'),
  邀请码: number('invitation'),
  项数: number('items'),
  次序: number('place'),
  小时: number('hours'),
  条数: number('count'),
  上限: number('limit'),
  比例: number('share'),
  年度: number('year'),
  // Moments.
  时间: time('time'),
  日期: time('date'),
  截止: time('until'),
  截止日期: time('dueDate'),
  结束日期: time('endDate'),
  汇出日期: time('transferDate'),
  退费日期: time('refundDate'),
  有效期至: time('validTo'),
  报到日: time('checkIn'),
  回复期限: time('replyBy'),
  期限: time('deadline'),
  届满: time('termEnd'),
  评审日期: time('reviewDate'),
  金额: money('amount'),
  // Words that the program chooses; all fit.
  操作: of('number', 10)('action'),
  状态: of('number', 20)('state'),
  何时: of('number', 20)('remaining'),
  办理: of('number', 10)('procedure'),
  时段: of('number', 10)('period'),
  报告期: of('number', 20)('reportPeriod'),
  身份: of('number', 10)('role'),
  结论: of('number', 20)('conclusion'),
  变动: of('sentence', 20)('change'),
  // What people write: whole, or a pointer to where it can be read.
  原因: sentence('reason'),
  理由: sentence('reason'),
  说明: sentence('explanation'),
  审核意见: sentence('opinion'),
  核查结果: sentence('finding'),
  退费: sentence('refund'),
  变化: sentence('changes'),
  情况: sentence('situation'),
  时间地点: sentence('timeAndPlace'),
  要点: sentence('subject'),
  结果: list('results'),
}
