import { formatPhone } from '#lib/form/phone.ts'
import { defineAddressSource, filtersIn } from '#modules/members/addressList/server/addressList.ts'
import { staffRunContract } from '../runContract.ts'
import { readPeople, whereOf } from './roster.ts'

defineAddressSource('participant', {
  name: '参训人员',
  permission: 'staff:training',
  isWithin: false,
  // Who runs a class calls those who are in it.
  isConfidential: false,
  read: async (ctx, query) => {
    const { shape } = staffRunContract['GET /staff/training/roster/export'].input
    const open = (sealed: string | null) => (sealed ? ctx.encryption.decrypt(sealed) : '')
    const rows = await readPeople(ctx, whereOf(filtersIn(shape, query)))
    return rows.map(({ of, registration }) => ({
      organisationId: registration.organisationId,
      name: registration.organisationName,
      contact: { name: of.name, mobile: open(of.mobileSealed) },
      cells: {
        准考证号: of.ticketNumber,
        报名编号: registration.number,
        报名联系人: registration.contactName,
        报名联系人手机: formatPhone(open(registration.contactMobileSealed)),
      },
    }))
  },
})
