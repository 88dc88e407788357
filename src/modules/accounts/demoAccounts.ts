type DemoAccount = {
  kind: 'organisation' | 'person' | 'staff'
  userName: string
  displayName: string
  phone: string
  roles?: string[]
}

export const demoAccountList: DemoAccount[] = [
  { kind: 'organisation', userName: 'qingyuan', displayName: '北京清源锅炉清洗有限公司', phone: '13900000001' },
  { kind: 'organisation', userName: 'taishan', displayName: '济南泰山水处理药剂有限公司', phone: '13900000002' },
  { kind: 'organisation', userName: 'xinren', displayName: 'xinren', phone: '13900000003' },
  { kind: 'person', userName: 'zhangwei', displayName: '张伟', phone: '13900000101' },
  { kind: 'staff', userName: 'admin', displayName: '关毅', phone: '13900000011', roles: ['admin'] },
  { kind: 'staff', userName: 'editor', displayName: '叶青禾', phone: '13900000012', roles: ['editor'] },
  { kind: 'staff', userName: 'reviewer', displayName: '冉星河', phone: '13900000013', roles: ['reviewer'] },
  { kind: 'staff', userName: 'cashier', displayName: '康宁', phone: '13900000014', roles: ['cashier'] },
  { kind: 'staff', userName: 'trainer', displayName: '辛教文', phone: '13900000015', roles: ['trainer'] },
  { kind: 'staff', userName: 'awards', displayName: '江砚秋', phone: '13900000016', roles: ['awards'] },
]
