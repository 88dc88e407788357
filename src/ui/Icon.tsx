/** Line icons on a 24-unit grid, in the colour of the text around them; always beside or instead of words, never read out. */
const SHAPES = {
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm5-1.5L21 21',
  menu: 'M3 6h18M3 12h18M3 18h18',
  close: 'M5 5l14 14M19 5 5 19',
  down: 'm6 9 6 6 6-6',
  right: 'm9 6 6 6-6 6',
  left: 'm15 6-6 6 6 6',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 9a8 8 0 0 1 16 0',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-7 9a7 7 0 0 1 14 0M16 4.3a3.5 3.5 0 0 1 0 6.4M18.5 14a7 7 0 0 1 3.5 6',
  pen: 'M4 20h4L19 9l-4-4L4 16v4Zm9-13 4 4',
  phone: 'M5 3h4l2 5-2.5 2a12 12 0 0 0 5.5 5.5L16 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 5a2 2 0 0 1 2-2Z',
  chat: 'M9 4C5 4 2 6.6 2 10c0 1.9 1 3.5 2.5 4.6L4 17l2.8-1.4M9 4c3.7 0 6.6 2.3 7 5.3M16 9.5c-3.6 0-6.5 2.3-6.5 5.2s2.9 5.2 6.5 5.2c.8 0 1.5-.1 2.2-.3L20.5 21l-.5-2.2c1.5-1 2.5-2.4 2.5-4.1 0-2.9-2.9-5.2-6.5-5.2Z',
  download: 'M12 3v12m0 0-5-5m5 5 5-5M4 20h16',
  file: 'M6 2h8l5 5v15H6V2Zm8 0v5h5',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-14v5l3.5 2',
  pin: 'M12 22s7-7.5 7-12.5A7 7 0 0 0 5 9.5C5 14.5 12 22 12 22Zm0-10a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  mail: 'M3 5h18v14H3V5Zm0 1 9 7 9-7',
  shield: 'M12 2 4 5v6c0 5.5 3.4 9.3 8 11 4.6-1.7 8-5.5 8-11V5l-8-3Zm-3.5 10 2.5 2.5 4.5-5',
  play: 'M7 4v16l13-8L7 4Z',
  pause: 'M7 4v16M17 4v16',
  print: 'M7 8V3h10v5M7 17H4V9h16v8h-3M7 14h10v7H7v-7Z',
  share: 'M14 4l7 7-7 7v-4.5c-5 0-8.5 1.5-11 5.5 1-6 4.5-10 11-10.7V4Z',
  link: 'M10 14a4 4 0 0 0 5.7 0l4-4A4 4 0 0 0 14 4.3l-1.5 1.5M14 10a4 4 0 0 0-5.7 0l-4 4A4 4 0 0 0 10 19.7l1.5-1.5',
  eye: 'M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7-10-7-10-7Zm10 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  contrast: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-18v18',
  rss: 'M5 19h.01M4 11a9 9 0 0 1 9 9M4 4a16 16 0 0 1 16 16',
  qr: 'M3 3h7v7H3V3Zm11 0h7v7h-7V3ZM3 14h7v7H3v-7Zm11 0h3v3h-3v-3Zm4 4h3v3h-3v-3Z',
  building: 'M4 21V4h10v17M14 9h6v12M2 21h20M7 8h1M10 8h1M7 12h1M10 12h1M7 16h1M10 16h1M17 13h.01M17 17h.01',
  certificate: 'M4 3h16v12H4V3Zm4 4h8M8 11h5m2 4v7l-2-1.5L11 22v-7',
  calendar: 'M4 5h16v16H4V5Zm0 5h16M8 2v5m8-5v5',
  up: 'm6 15 6-6 6 6',
  star: 'm12 3 2.7 5.6 6.1.9-4.4 4.3 1 6.1L12 17l-5.4 2.9 1-6.1-4.4-4.3 6.1-.9L12 3Z',
  receipt: 'M5 3h14v18l-2.5-2-2.5 2-2-2-2 2-2.5-2L5 21V3Zm4 5h6m-6 4h6',
  refund: 'M9 7 4 12l5 5M4 12h11a5 5 0 0 1 0 10h-3M8 3h12v5',
} as const

export type IconName = keyof typeof SHAPES

export const Icon = ({ name, size }: { name: IconName; size?: number }) => <Drawing shape={SHAPES[name]} size={size} />

/** The small arrow of what opens or leads on, drawn by styles alone: a menu has many. */
export const Chevron = ({ to }: { to: 'down' | 'right' }) => <i className={`chevron ${to}`} />

/** A shape on that grid. */
export function Drawing({ shape, size = 20 }: { shape: string; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shape} />
    </svg>
  )
}
