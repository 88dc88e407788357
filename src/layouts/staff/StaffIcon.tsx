import { Drawing } from '#ui/Icon.tsx'

/** Icons of the back office's navigation; kept apart from the icons that every visitor loads. */
const SHAPES = {
  desk: 'M4 4h7v7H4V4Zm9 0h7v4h-7V4Zm0 7h7v9h-7v-9Zm-9 3h7v6H4v-6Z',
  review: 'M5 3h14v18H5V3Zm3 9 3 3 5-6M8 6h8',
  board:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-7 9a7 7 0 0 1 14 0m0-15.500a3.500 3.500 0 0 1 0 6.500m2 2.500a7 7 0 0 1 4 6.500',
  notice: 'M4 10v4h3l7 5V5L7 10H4Zm14-1a5 5 0 0 1 0 6M6 14l1 6h3',
  handover: 'M4 8h14m0 0-4-4m4 4-4 4M20 16H6m0 0 4-4m-4 4 4 4',
  invitation: 'M3 5h18v14H3V5Zm0 1 9 7 9-7M12 13v6',
  member: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 9a8 8 0 0 1 16 0',
  organisation: 'M4 21V4h10v17M14 9h6v12M2 21h20M7 8h1m2 0h1m-4 4h1m2 0h1m-4 4h1m2 0h1m6-3h.01M17 17h.01',
  person: 'M3 5h18v14H3V5Zm6 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm-3 4a3 3 0 0 1 6 0m3-6h4m-4 4h4',
  site: 'M12 22s7-7.500 7-12.500A7 7 0 0 0 5 9.500C5 14.500 12 22 12 22Zm-3-12.500 2.200 2.200L15 8',
  score: 'M5 3h14v18H5V3Zm3.500 5h7m-7 4 2.500 2.500L16 11m-7.500 6h7',
  survey: 'M5 3h14v18H5V3Zm3 5h.01M11 8h5m-8 4h.01M11 12h5m-8 4h.01M11 16h3',
  winner:
    'M7 3h10v6a5 5 0 0 1-10 0V3ZM7 5H3.500c0 3 1 4.500 3.800 5M17 5h3.500c0 3-1 4.500-3.800 5M12 14v4M8 21h8M9.500 21c0-2 1-3 2.500-3s2.500 1 2.500 3',
  expert: 'M12 3 1.500 8.500 12 14l10.500-5.500L12 3ZM5 10.500V16c2 2.500 12 2.500 14 0v-5.500M22.500 8.500V15',
  warning: 'M12 3 2 20h20L12 3Zm0 7v4m0 3h.01',
  kinds: 'M4 4h16v4H4V4Zm0 6h10v4H4v-4Zm0 6h13v4H4v-4Z',
  certificate: 'M4 3h16v12H4V3Zm4 4h8M8 11h5m2 4v7l-2-1.500L11 22v-7',
  fee: 'M3 6h18v12H3V6Zm9 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm-6-3h.01M18 12h.01',
  receivable: 'M4 4h16v16H4V4Zm4 12v-4m4 4V8m4 8v-6',
  ageing: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-14v5l4 2',
  receipt: 'M4 6h16v12H4V6Zm4 0v12m3-8h6m-6 4h4',
  refund: 'M9 7 4 12l5 5M4 12h11a5 5 0 0 1 0 10h-3M8 3h12v5',
  bank: 'M3 9l9-5 9 5H3Zm2 3v6m5-6v6m4-6v6m5-6v6M3 21h18',
  course: 'M3 5h18v12H3V5Zm9 12v4m-4 0h8M7 9h6m-6 4h10',
  enrol: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 9a8 8 0 0 1 9-7.900M18 14v7m-3.500-3.500h7',
  scan: 'M4 8V4h4m8 0h4v4m0 8v4h-4m-8 0H4v-4M3 12h18',
  invoice: 'M5 3h14v18l-3-2-2 2-2-2-2 2-2-2-3 2V3Zm4 5h6m-6 4h6',
  upload: 'M12 15V3m0 0L7 8m5-5 5 5M4 20h16',
  article: 'M6 2h8l5 5v15H6V2Zm8 0v5h5M9 12h7m-7 4h7',
  tree: 'M4 4h6v4H4V4Zm10 6h6v4h-6v-4Zm0 6h6v4h-6v-4ZM7 8v10h7m-7-6h7',
  picture: 'M3 5h18v14H3V5Zm0 11 5-5 4 4 3-3 6 6M15.500 9h.01',
  searches: 'M10 16a6 6 0 1 0 0-12 6 6 0 0 0 0 12Zm4.500-1.500L20 20M7 10h6',
  link: 'M10 14a4 4 0 0 0 5.700 0l4-4A4 4 0 0 0 14 4.300l-1.500 1.500M14 10a4 4 0 0 0-5.700 0l-4 4A4 4 0 0 0 10 19.700l1.500-1.500',
  announcement: 'M6 17V11a6 6 0 0 1 12 0v6l2 2H4l2-2Zm4 4h4M12 2v3',
  advert: 'M3 5h18v11H3V5Zm4 8 2.500-5 2.500 5m-4-1.800h3M15 8v5h1a2.500 2.500 0 0 0 0-5h-1ZM8 20h8',
  calendar: 'M4 5h16v16H4V5Zm0 5h16M8 2v5m8-5v5m-8 7h.01M12 14h.01M16 14h.01M8 17.500h.01M12 17.500h.01',
  places: 'M3 4h18v6H3V4Zm0 9h11v7H3v-7Zm14 0h4v7h-4v-7Z',
  figures: 'M4 20V10m6 10V4m6 16v-8m5 8H2',
  settings:
    'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm0-12v3m0 12v3M3 12h3m12 0h3M5.600 5.600l2.100 2.100m8.600 8.600 2.100 2.100m-12.800 0 2.100-2.100m8.600-8.600 2.100-2.100',
  template: 'M3 4h18v12H9l-5 4v-4H3V4Zm4 4h10M7 12h6',
  mail: 'M3 5h18v14H3V5Zm0 1 9 7 9-7',
  outbox: 'M21 3 3 10l7 3 3 7 8-17Zm-11 10 5-5',
  statistics: 'M12 3v9h9a9 9 0 1 1-9-9Zm4-.500A9 9 0 0 1 21.500 8H16V2.500Z',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 9a8 8 0 0 1 12-7m1 6 2 2 4-4',
  colleagues:
    'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm8 0a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2 20a6 6 0 0 1 12 0m-1-5a6 6 0 0 1 9 5',
  permissions: 'M8 15a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm4-4h10m-3 0v4m-4-4v3',
  audit: 'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13Zm5-1.500L21 21M8 9h5m-5 3h3',
  health: 'M3 12h4l3-8 4 16 3-8h4',
  backups: 'M3 4h18v5H3V4Zm2 5v11h14V9m-9 4h4',
  jobs: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-14v5l3.500 2',
  star: 'm12 3 2.700 5.800 6.300.700-4.700 4.300 1.300 6.200L12 16.900 6.400 20l1.300-6.200L3 9.500l6.300-.700L12 3Z',
  security: 'M12 2 4 5v6c0 5.500 3.400 9.300 8 11 4.600-1.700 8-5.500 8-11V5l-8-3Zm-3.500 10 2.500 2.500 4.500-5',
} as const

export type StaffIconName = keyof typeof SHAPES

export const StaffIcon = ({ name }: { name: StaffIconName }) => <Drawing shape={SHAPES[name]} size={18} />
