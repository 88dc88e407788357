/** How a fee stands, as staff read it. */
export const feeNames = { due: '待缴', claimed: '待确认', refused: '凭证被退回', confirmed: '已确认' }
