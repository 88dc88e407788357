CREATE TABLE "chosen_columns" (
	"account_id" integer NOT NULL,
	"register" text NOT NULL,
	"columns" text[] NOT NULL,
	CONSTRAINT "chosen_columns_account_id_register_pk" PRIMARY KEY("account_id","register")
);
--> statement-breakpoint
ALTER TABLE "chosen_columns" ADD CONSTRAINT "chosen_columns_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;