import { receivableStateNames } from '#modules/ledger/ledgerWords.ts'
import { defineAddressSource, filtersIn } from '#modules/members/addressList/server/addressList.ts'
import { staffFeesContract } from '../contract.ts'
import { matchingFees, readFees } from './feeQueries.ts'

defineAddressSource('memberFee', {
  name: '会费',
  permission: 'staff:financeReading',
  logged: { year: '年度', state: '状态', levelCode: '级别', provinceCode: '地区' },
  read: async (ctx, query) => {
    const filters = filtersIn(staffFeesContract['GET /staff/fee/export'].input.shape, query)
    const rows = await readFees(ctx, matchingFees(ctx, filters))
    return rows.map(({ fee, number, levelName, organisationId, personId }) => ({
      organisationId,
      personId,
      cells: {
        会员编号: number,
        级别: levelName,
        年度: fee.year,
        应缴金额: fee.amount,
        状态: receivableStateNames[fee.state],
        缴费期限: fee.dueOn,
      },
    }))
  },
})
