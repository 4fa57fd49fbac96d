// The three things that every client does, with the client that openapi-generator makes for Go.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	openapi "webgateway"
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	url, identifier, secret, files := os.Args[1], os.Args[2], os.Args[3], os.Args[4:]
	configuration := openapi.NewConfiguration()
	configuration.Servers = openapi.ServerConfigurations{{URL: url}}
	client := openapi.NewAPIClient(configuration)
	ctx := context.Background()

	params := *openapi.NewJuiceOrderParams("mango")
	params.SetQuantity(2)
	order, _, err := client.JuiceAPI.JuiceOrder(ctx).JuiceOrderParams(params).Execute()
	check(err)

	params = *openapi.NewJuiceOrderParams("strawberry")
	params.SetQuantity(1000)
	_, _, err = client.JuiceAPI.JuiceOrder(ctx).JuiceOrderParams(params).Execute()
	var refusal *openapi.GenericOpenAPIError
	if !errors.As(err, &refusal) {
		check(fmt.Errorf("nothing was refused: %v", err))
	}
	problem := refusal.Model().(openapi.Problem)
	shortages := [][]any{}
	for _, one := range problem.Shortages {
		shortages = append(shortages, []any{one.GetFruit(), one.Required, one.Available})
	}

	price, stock, description := 10.1, int32(3_000_000), "잘 익은 망고 열 개입니다."
	form := openapi.NewOpenmarketForm(secret, "망고 한 상자", openapi.OpenmarketFormPrice{Float64: &price}, "USD")
	form.SetDescription(description)
	form.SetStock(openapi.OpenmarketFormStock{Int32: &stock})
	text, err := json.Marshal(form)
	check(err)
	images := []*os.File{}
	for _, name := range files {
		file, err := os.Open(name)
		check(err)
		images = append(images, file)
	}
	made, _, err := client.OpenmarketAPI.OpenmarketProductsRegister(ctx).Identifier(identifier).
		Params(string(text)).Images(images).Execute()
	check(err)
	product, _, err := client.OpenmarketAPI.OpenmarketProductsGet(ctx, made.Id).Execute()
	check(err)
	picture, _, err := client.OpenmarketAPI.OpenmarketImagesGet(ctx, product.Images[0].Id).Execute()
	check(err)
	bytes, err := io.ReadAll(picture)
	check(err)

	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"order":   map[string]any{"juice": order.Juice, "quantity": order.Quantity, "used": order.Used[0].Quantity},
		"refusal": map[string]any{"status": problem.Status, "reason": problem.GetReason(), "shortages": shortages},
		"product": map[string]any{
			"name": product.Name, "price": product.Price, "currency": product.Currency, "stock": product.Stock,
			"images": len(product.Images), "bytes": len(bytes),
		},
	}))
}
