import { alipay } from './alipay/alipay.ts'
import { invoicing } from './invoicing/invoicing.ts'
import { nuonuo } from './nuonuo/nuonuo.ts'
import { signing } from './signing/signing.ts'
import { sms } from './sms/sms.ts'
import type { StandIn } from './standIn.ts'
import { timeStampStandIn } from './timestamp/timestamp.ts'
import { wechat } from './wechat/wechat.ts'
import { wechatPay } from './wechatPay/wechatPay.ts'

export const standIns: readonly StandIn[] = [
  wechat,
  wechatPay,
  alipay,
  timeStampStandIn,
  invoicing,
  nuonuo,
  signing,
  sms,
]
