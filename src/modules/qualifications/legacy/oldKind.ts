/** Kind code of certificates whose kind the catalogue does not have; they keep the printed name. */
export const OLD_KIND = 'OLD'
export const OLD_GROUP = { groupCode: OLD_KIND, groupName: '历史种类' }
