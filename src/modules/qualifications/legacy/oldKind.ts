/** Of a certificate whose kind the catalogue does not have: it says the name that is printed, and stands under this. */
export const OLD_KIND = 'OLD'
export const OLD_GROUP = { groupCode: OLD_KIND, groupName: '历史种类' }
