const grouped = new Intl.NumberFormat('en')

/** 12,345: made by one formatter, since each of its own takes longer than all else on a list's last line. */
export const withCommas = (value: number) => grouped.format(value)
