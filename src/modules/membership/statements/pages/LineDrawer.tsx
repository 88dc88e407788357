import { Drawer } from 'antd'
import type { ComponentProps } from 'react'
import { yuan } from '#lib/money.ts'
import type { Line } from '#modules/membership/fees/pages/feeViews.ts'
import { Facts } from '#ui/Facts.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { LineActs } from './LineActs.tsx'
import { LineMatch } from './LineMatch.tsx'
import type { Told } from './useAccepting.ts'

type Props = Omit<ComponentProps<typeof LineActs>, 'line'> & {
  line: Line | undefined
  told: Told | undefined
  close: () => void
}

/** One payment beside the list: all that the bank says of it, what it seems to be for, and what may be done. */
export const LineDrawer = ({ line, told, close, ...acts }: Props) => (
  <Drawer
    title={line && `${line.payer || '没有户名'}，${yuan(line.amount)} 元`}
    open={line !== undefined}
    onClose={close}
    size="min(36rem, 100vw)"
    destroyOnHidden
  >
    {line && (
      <div className="fee-sheet">
        <LineActs line={line} {...acts} />
        {told?.state === 'failed' && <Problem>{told.text}</Problem>}
        <LineMatch line={line} />
        <Facts
          facts={[
            ['状态', line.stateName],
            ['交易日期', line.paidOn],
            ['付款人', line.payer],
            ['账号', line.account],
            ['摘要附言', line.remark],
            ['流水号', line.serial],
            ['备注', line.note],
            ['在文件中', `第 ${line.row} 行`],
          ]}
        />
      </div>
    )}
  </Drawer>
)
