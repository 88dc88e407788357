import { genericDriver } from './generic.ts'
import type { DriverContext, InvoiceDriver } from './invoiceDriver.ts'
import { nuonuoDriver } from './nuonuo/nuonuo.ts'

/** The provider that the association has; undefined: papers are issued elsewhere, and written down here. */
export function invoiceDriver(ctx: DriverContext): InvoiceDriver | undefined {
  const { invoices } = ctx.config
  switch (invoices?.provider) {
    case undefined:
      return undefined
    case 'generic':
      return genericDriver(invoices)
    case 'nuonuo':
      return nuonuoDriver(ctx, invoices)
  }
}
