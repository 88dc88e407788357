DROP INDEX "bank_line_fee";--> statement-breakpoint
DROP INDEX "bank_line_payable";--> statement-breakpoint
ALTER TABLE "bank_line" DROP COLUMN "payable";--> statement-breakpoint
ALTER TABLE "bank_line" DROP COLUMN "payable_id";--> statement-breakpoint
ALTER TABLE "bank_line" DROP COLUMN "fee_id";--> statement-breakpoint
ALTER TABLE "bank_line" DROP COLUMN "former";