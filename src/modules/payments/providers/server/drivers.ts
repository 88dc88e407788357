import type { Config } from '#lib/server/process/config.ts'
import type { Provider } from '../../paymentWords.ts'
import { alipay } from './alipay/alipay.ts'
import type { PaymentDriver } from './driver.ts'
import { wechatPay } from './wechatPay/wechatPay.ts'

const known = new WeakMap<Config, readonly PaymentDriver[]>()

/** The providers that the settings name, in the order in which they are offered. */
export function driversOf({ config }: { config: Config }): readonly PaymentDriver[] {
  const made = known.get(config) ?? make(config)
  known.set(config, made)
  return made
}

const make = ({ payments }: Config): PaymentDriver[] => [
  ...(payments.wechatPay ? [wechatPay(payments.wechatPay)] : []),
  ...(payments.alipay ? [alipay(payments.alipay)] : []),
]

export function driverOf(ctx: { config: Config }, provider: Provider): PaymentDriver {
  const driver = driversOf(ctx).find(of => of.provider === provider)
  if (!driver) throw new Error(`${provider} is not set up any more`)
  return driver
}
