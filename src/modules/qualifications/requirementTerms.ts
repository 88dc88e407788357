/** Requirements of levels, in display order. */
export const requirementTerms = {
  senior: { label: '高级职称人员', unit: '名' },
  middle: { label: '中级及以上职称人员', unit: '名' },
  junior: { label: '初级职称人员', unit: '名' },
  certified: { label: '持证人员', unit: '名' },
  holders: { label: '规定种类的持证人员', unit: '名' },
  share: { label: '持证人员占职工的比例', unit: '%' },
  capital: { label: '注册资本', unit: '万元' },
  works: { label: '近期业绩', unit: '项' },
}

/** Requirements that the register can check; past works it cannot. */
export const checkableRequirements = ['senior', 'middle', 'junior', 'certified', 'holders', 'share', 'capital'] as const
