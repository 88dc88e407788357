/** The 34 province-level regions of GB/T 2260, in the standard's order; `lng`, `lat` are of the seat of government. */
export const provinces = [
  { code: '110000', name: '北京市', short: '北京', lng: 116.407, lat: 39.904 },
  { code: '120000', name: '天津市', short: '天津', lng: 117.201, lat: 39.085 },
  { code: '130000', name: '河北省', short: '河北', lng: 114.514, lat: 38.042 },
  { code: '140000', name: '山西省', short: '山西', lng: 112.549, lat: 37.87 },
  { code: '150000', name: '内蒙古自治区', short: '内蒙古', lng: 111.749, lat: 40.842 },
  { code: '210000', name: '辽宁省', short: '辽宁', lng: 123.431, lat: 41.805 },
  { code: '220000', name: '吉林省', short: '吉林', lng: 125.324, lat: 43.817 },
  { code: '230000', name: '黑龙江省', short: '黑龙江', lng: 126.535, lat: 45.803 },
  { code: '310000', name: '上海市', short: '上海', lng: 121.474, lat: 31.23 },
  { code: '320000', name: '江苏省', short: '江苏', lng: 118.797, lat: 32.06 },
  { code: '330000', name: '浙江省', short: '浙江', lng: 120.155, lat: 30.274 },
  { code: '340000', name: '安徽省', short: '安徽', lng: 117.227, lat: 31.821 },
  { code: '350000', name: '福建省', short: '福建', lng: 119.296, lat: 26.075 },
  { code: '360000', name: '江西省', short: '江西', lng: 115.858, lat: 28.683 },
  { code: '370000', name: '山东省', short: '山东', lng: 117.12, lat: 36.651 },
  { code: '410000', name: '河南省', short: '河南', lng: 113.625, lat: 34.747 },
  { code: '420000', name: '湖北省', short: '湖北', lng: 114.305, lat: 30.593 },
  { code: '430000', name: '湖南省', short: '湖南', lng: 112.939, lat: 28.228 },
  { code: '440000', name: '广东省', short: '广东', lng: 113.264, lat: 23.129 },
  { code: '450000', name: '广西壮族自治区', short: '广西', lng: 108.366, lat: 22.817 },
  { code: '460000', name: '海南省', short: '海南', lng: 110.199, lat: 20.044 },
  { code: '500000', name: '重庆市', short: '重庆', lng: 106.551, lat: 29.563 },
  { code: '510000', name: '四川省', short: '四川', lng: 104.066, lat: 30.573 },
  { code: '520000', name: '贵州省', short: '贵州', lng: 106.63, lat: 26.647 },
  { code: '530000', name: '云南省', short: '云南', lng: 102.833, lat: 24.88 },
  { code: '540000', name: '西藏自治区', short: '西藏', lng: 91.141, lat: 29.646 },
  { code: '610000', name: '陕西省', short: '陕西', lng: 108.94, lat: 34.342 },
  { code: '620000', name: '甘肃省', short: '甘肃', lng: 103.834, lat: 36.061 },
  { code: '630000', name: '青海省', short: '青海', lng: 101.778, lat: 36.617 },
  { code: '640000', name: '宁夏回族自治区', short: '宁夏', lng: 106.231, lat: 38.487 },
  { code: '650000', name: '新疆维吾尔自治区', short: '新疆', lng: 87.617, lat: 43.793 },
  { code: '710000', name: '台湾省', short: '台湾', lng: 121.509, lat: 25.044 },
  { code: '810000', name: '香港特别行政区', short: '香港', lng: 114.165, lat: 22.275 },
  { code: '820000', name: '澳门特别行政区', short: '澳门', lng: 113.549, lat: 22.199 },
] as const

const byCode = new Map<string, (typeof provinces)[number]>(provinces.map(province => [province.code, province]))

export const isProvince = (code: string) => byCode.has(code)
/** The short name people use, 江苏 for `320000`; empty when there is none. */
export const provinceName = (code: string | null) => (code && byCode.get(code)?.short) || ''
