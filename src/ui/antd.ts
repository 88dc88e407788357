import { type ThemeConfig, theme } from 'antd'
import zhCN from 'antd/es/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useSyncExternalStore } from 'react'

dayjs.locale('zh-cn')
const picker = zhCN.DatePicker!
/**
 * Clears the labels of the calendar's year and month buttons, so that their text, 2026年 and 11月, is their accessible
 * name.
 */
export const chinese = {
  ...zhCN,
  DatePicker: { ...picker, lang: { ...picker.lang, yearSelect: '', monthSelect: '' } },
}

/** Heights at which a finger hits, and a mouse; in rem of 16 px. */
const TOUCH_HEIGHT = 2.75
const MOUSE_HEIGHT = 2.25

/** The look of the component library, taken from `tokens.css` as it is at this moment, and again when that changes. */
export function useTheme(): ThemeConfig {
  const look = useSyncExternalStore(listen, snapshot)
  if (look !== shown) {
    shown = look
    made = makeTheme(JSON.parse(look))
  }
  return made!
}

let shown = ''
let made: ThemeConfig | undefined

const NAMES = [
  'structure',
  'action',
  'action-strong',
  'on-action',
  'link',
  'text',
  'text-soft',
  'text-faint',
  'card',
  'page',
  'page-soft',
  'line',
  'field',
  'structure-soft',
  'structure-strong',
  'bad-700',
  'bad-50',
  'good-700',
  'good-50',
  'warn-700',
  'warn-50',
] as const
type ThemeInput = {
  colours: Record<(typeof NAMES)[number], string>
  size: number
  high: boolean
  still: boolean
  dense: boolean
}

/** 字号, 高对比 and 长者版 are attributes of `<html>`; colours that somebody tries stand in its style. */
function listen(heard: () => void) {
  const observer = new MutationObserver(heard)
  observer.observe(document.documentElement, { attributeFilter: ['data-size', 'data-contrast', 'data-elder', 'style'] })
  return () => observer.disconnect()
}

function snapshot(): string {
  const style = getComputedStyle(document.documentElement)
  return JSON.stringify({
    colours: Object.fromEntries(
      NAMES.map(name => [name, style.getPropertyValue(`--${name}`).trim()]),
    ) as ThemeInput['colours'],
    size: Number.parseFloat(style.fontSize),
    high: document.documentElement.dataset.contrast === 'high',
    still: matchMedia('(prefers-reduced-motion: reduce)').matches,
    // Dense layout for staff who work with a mouse all day.
    dense: document.querySelector('.desk') !== null && matchMedia('(pointer: fine) and (min-width: 901px)').matches,
  } satisfies ThemeInput)
}

const makeTheme = ({ colours, size, high, still, dense }: ThemeInput): ThemeConfig => ({
  algorithm: high ? theme.darkAlgorithm : theme.defaultAlgorithm,
  token: {
    colorPrimary: colours.structure,
    colorLink: colours.link,
    colorLinkHover: colours['action-strong'],
    colorError: colours['bad-700'],
    colorSuccess: colours['good-700'],
    colorWarning: colours['warn-700'],
    colorInfo: colours.structure,
    colorErrorBg: colours['bad-50'],
    colorSuccessBg: colours['good-50'],
    colorWarningBg: colours['warn-50'],
    colorInfoBg: colours['structure-soft'],
    colorText: colours.text,
    colorTextHeading: colours.text,
    colorTextSecondary: colours['text-soft'],
    colorTextTertiary: colours['text-faint'],
    colorTextQuaternary: colours['text-faint'],
    colorTextPlaceholder: colours['text-faint'],
    colorTextDescription: colours['text-faint'],
    colorTextDisabled: colours['text-faint'],
    colorBgBase: colours.page,
    colorBgContainer: colours.card,
    colorBgElevated: colours.card,
    colorBorder: colours.field,
    colorBorderSecondary: colours.line,
    colorSplit: colours.line,
    controlItemBgActive: colours['structure-soft'],
    fontFamily: 'var(--font)',
    fontSize: dense ? size * 0.9375 : size,
    lineHeight: 1.6,
    controlHeight: Math.round(size * (dense ? MOUSE_HEIGHT : TOUCH_HEIGHT)),
    controlHeightSM: Math.round(size * 2),
    controlHeightLG: Math.round(size * 3),
    fontSizeLG: size,
    borderRadius: 4,
    motion: !still,
  },
  components: {
    // Flame is for the one action that matters on a screen: the primary button.
    Button: {
      colorPrimary: colours.action,
      colorPrimaryHover: colours['action-strong'],
      colorPrimaryActive: colours['action-strong'],
      primaryColor: colours['on-action'],
      primaryShadow: 'none',
      defaultShadow: 'none',
      dangerShadow: 'none',
      dangerColor: high ? colours.page : '#fff',
      defaultColor: colours.structure,
      defaultBorderColor: colours.structure,
    },
    Table: {
      headerBg: colours['structure-soft'],
      headerColor: colours.structure,
      headerSplitColor: 'transparent',
      rowSelectedBg: colours['structure-soft'],
      rowSelectedHoverBg: colours['structure-soft'],
    },
  },
})
