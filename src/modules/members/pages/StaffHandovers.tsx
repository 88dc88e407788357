export default function StaffHandovers() {
  return null
}
