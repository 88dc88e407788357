import { ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { chinese, useTheme } from './antd.ts'
import './themed.css'

/** The component library in our look and language, for everything inside. */
export const Themed = ({ children }: { children: ReactNode }) => (
  <ConfigProvider
    locale={chinese}
    theme={useTheme()}
    button={{ autoInsertSpace: false, loadingIcon: <span className="button-spinner" aria-hidden="true" /> }}
    getPopupContainer={() => document.querySelector('main') ?? document.body}
  >
    {children}
  </ConfigProvider>
)
